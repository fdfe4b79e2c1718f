"""A connection between browser and server that can be cut and slowed down."""

import socket
import threading
import time

from ports import free_port


class Proxy:
    """Forwards connections to a port of this machine. `root` and `address` remain valid while the line is cut."""

    def __init__(self, target):
        self.target = target
        self.delay = 0.0
        self.sockets = set()
        self.lock = threading.Lock()
        self.port = free_port()
        self.listener = None
        self.restore()
        self.root = f"http://127.0.0.1:{self.port}/"
        self.address = self.root + "open/1"

    def restore(self):
        """Listens again, on the same port as before."""
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        listener.listen()
        self.listener = listener
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()

    def cut(self):
        """Closes all connections and accepts no new ones."""
        # A thread that waits in accept() keeps the socket open. Shutting the socket down wakes the thread.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        with self.lock:
            for connection in self.sockets:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
            self.sockets.clear()

    def close(self):
        try:
            self.cut()
        except OSError:
            pass

    def _accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            with self.lock:
                self.sockets |= {client, server}
            for pair in ((client, server), (server, client)):
                threading.Thread(target=self._forward, args=pair, daemon=True).start()

    def _forward(self, source, target):
        try:
            while data := source.recv(65536):
                if self.delay:
                    time.sleep(self.delay)
                target.sendall(data)
        except OSError:
            pass
        for connection in (source, target):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            with self.lock:
                self.sockets.discard(connection)
