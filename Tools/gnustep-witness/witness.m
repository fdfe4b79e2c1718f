// Answers what GNUstep's predicates answer, as a witness that shares no code with Tessera.
//
//   witness                    reads lines {"predicate": …, "with": …, "variables": …}, writes {"result": …} or
//                              {"error": …}, as `tessera eval` does
//   witness benchmark COUNT    prints the median processor time, in nanoseconds, of one evaluation of
//                              favoritesCount > 10 AND text CONTAINS[cd] $input over COUNT objects

#import <Foundation/Foundation.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/// A copy without null members: Foundation's predicates know nil, not the null object.
static id withoutNulls(id value) {
  if ([value isKindOfClass: [NSDictionary class]]) {
    NSMutableDictionary *copy = [NSMutableDictionary dictionary];
    NSEnumerator *keys = [value keyEnumerator];
    id key;
    while ((key = [keys nextObject]) != nil) {
      id member = [value objectForKey: key];
      if (![member isKindOfClass: [NSNull class]]) [copy setObject: withoutNulls(member) forKey: key];
    }
    return copy;
  }
  if ([value isKindOfClass: [NSArray class]]) {
    NSMutableArray *copy = [NSMutableArray array];
    NSEnumerator *elements = [value objectEnumerator];
    id element;
    while ((element = [elements nextObject]) != nil) [copy addObject: withoutNulls(element)];
    return copy;
  }
  return value;
}

static NSDictionary *answer(NSData *line) {
  NS_DURING
  {
    NSDictionary *request = [NSJSONSerialization JSONObjectWithData: line options: 0 error: NULL];
    NSPredicate *predicate = [NSPredicate predicateWithFormat: [request objectForKey: @"predicate"] argumentArray: nil];
    NSDictionary *variables = [request objectForKey: @"variables"];
    if ([variables count] > 0) predicate = [predicate predicateWithSubstitutionVariables: variables];
    BOOL result = [predicate evaluateWithObject: withoutNulls([request objectForKey: @"with"])];
    NS_VALUERETURN([NSDictionary dictionaryWithObject: [NSNumber numberWithBool: result] forKey: @"result"],
                   NSDictionary *);
  }
  NS_HANDLER
  {
    NSString *reason = [localException reason];
    return [NSDictionary dictionaryWithObject: reason == nil ? @"unknown" : reason forKey: @"error"];
  }
  NS_ENDHANDLER
  return nil;
}

static int answerLines(void) {
  char *buffer = NULL;
  size_t capacity = 0;
  ssize_t length;
  while ((length = getline(&buffer, &capacity, stdin)) > 0) {
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    NSData *line = [NSData dataWithBytes: buffer length: (NSUInteger)length];
    NSData *text = [NSJSONSerialization dataWithJSONObject: answer(line) options: 0 error: NULL];
    fwrite([text bytes], 1, [text length], stdout);
    fputc('\n', stdout);
    [pool release];
  }
  free(buffer);
  return 0;
}

static int compareDoubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static int benchmark(int count) {
  NSMutableArray *objects = [NSMutableArray array];
  for (int index = 0; index < count; index++) {
    NSString *text = [NSString stringWithFormat: @"This is the text of post number %d, about the usual things%@", index,
                                                 index % 7 == 0 ? @" and Geometry" : @""];
    [objects addObject: [NSDictionary dictionaryWithObjectsAndKeys: [NSNumber numberWithInt: index % 40],
                                      @"favoritesCount", text, @"text", nil]];
  }
  NSPredicate *predicate = [NSPredicate predicateWithFormat: @"favoritesCount > 10 AND text CONTAINS[cd] $input"];
  predicate = [predicate
    predicateWithSubstitutionVariables: [NSDictionary dictionaryWithObject: @"GEOMETRY" forKey: @"input"]];
  double times[5];
  long found = 0;
  for (int run = 0; run < 5; run++) {
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    struct timespec start, end;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
    found = 0;
    for (int index = 0; index < count; index++) {
      if ([predicate evaluateWithObject: [objects objectAtIndex: (NSUInteger)index]]) found++;
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    times[run] = ((end.tv_sec - start.tv_sec) * 1e9 + (end.tv_nsec - start.tv_nsec)) / count;
    [pool release];
  }
  qsort(times, 5, sizeof(double), compareDoubles);
  printf("%f %ld\n", times[2], found);
  return 0;
}

int main(int argc, char **argv) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  int status = argc == 3 && strcmp(argv[1], "benchmark") == 0 ? benchmark(atoi(argv[2])) : answerLines();
  [pool release];
  return status;
}
