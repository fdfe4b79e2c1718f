"""nginx in front of a server, with HTTPS and a base path, as people set it up who open their board from outside."""

import contextlib
import http.client
import json
import os
import ssl
import subprocess

from ports import free_port
from served import ROOT, Server, tessera
from waiting import PATIENCE, wait

NGINX = ROOT / ".build/nginx/usr/sbin/nginx"
PASSWORD = "correct horse"
# What nginx passes on. A slash alone replaces the location's path, which therefore is not passed on.
PASSED = {"nginx keeps the base path": "", "nginx removes the base path": "/"}


def is_available() -> str | None:
    """Returns why there can be no such proxy; None if there can."""
    return None if NGINX.exists() else "nginx is not installed; run Scripts/setup test"


class Nginx:
    """nginx with a certificate of its own. `passed` is what it passes on: with the base path, or without."""

    def __init__(self, folder, port, passed):
        self.folder = folder
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "key.pem",
             "-out", folder / "certificate.pem"], check=True, capture_output=True)
        self.port = free_port()
        (folder / "nginx.conf").write_text(f"""
            {"user root;" if os.geteuid() == 0 else ""}
            daemon off; pid nginx.pid; error_log error.log; worker_processes 1;
            events {{ worker_connections 256; }}
            http {{
              access_log off;
              client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi;
              scgi_temp_path scgi;
              server {{
                listen 127.0.0.1:{self.port} ssl;
                ssl_certificate certificate.pem;
                ssl_certificate_key key.pem;
                client_max_body_size 100m;
                location / {{ return 404; }}
                location /tessera/ {{
                  proxy_pass http://127.0.0.1:{port}{passed};
                  proxy_http_version 1.1;
                  proxy_set_header Host $http_host;
                  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                  proxy_set_header X-Forwarded-Proto $scheme;
                  proxy_buffering off;
                  proxy_read_timeout 1h;
                }}
              }}
            }}""")
        self.process = subprocess.Popen([NGINX, "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)
        self.root = f"https://localhost:{self.port}/tessera/"
        wait(self.is_listening, "nginx")

    def is_listening(self):
        assert self.process.poll() is None, (self.folder / "error.log").read_text()
        try:
            return self.request("GET", "/elsewhere")[0] == 404
        except OSError:
            return False

    def request(self, method, path, body=None, source="127.0.0.1", **fields):
        """Sends a request from an address of this machine, and returns the status, the fields and the body."""
        context = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection("localhost", self.port, context=context, timeout=PATIENCE,
                                                 source_address=(source, 0))
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        if body is not None:
            fields["Content-Type"] = "application/json"
        connection.request(method, path, None if body is None else json.dumps(body), fields)
        response = connection.getresponse()
        answer = response.status, response.headers, response.read().decode()
        connection.close()
        return answer

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


@contextlib.contextmanager
def serving_behind_nginx(folder, passed):
    """Serves things to do and reports behind nginx, to one person, `ada`."""
    data = folder / "data"
    server = Server(
        folder, "Samples/Todo.widget",
        ["--data", str(data), "--base-path", "/tessera", "--trusted-proxy", "127.0.0.1", "--host-name", "localhost"],
        ["docs/examples/Report.widget"])
    try:
        tessera("user", "add", "ada", "--data", data, password=PASSWORD)
        (folder / "nginx").mkdir()
        nginx = Nginx(folder / "nginx", server.port, passed)
        try:
            yield nginx
        finally:
            nginx.stop()
    finally:
        server.stop()
