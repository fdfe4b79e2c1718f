"""nginx with the configuration of Samples/Cluster/nginx.conf.

    with Nginx({"a": "127.0.0.1:8081", "b": "127.0.0.1:8082"}) as balancer:
        assert balancer.request("GET", "/boards")[0] == 200
"""

import os
import re

from balancer import HOST_NAME, Balancer, replaced, sample
from served import ROOT

PROGRAM = ROOT / ".build/nginx/usr/sbin/nginx"


class Nginx(Balancer):
    """A running nginx. It does not check hosts: it learns from requests that fail."""

    @staticmethod
    def is_available() -> str | None:
        return None if PROGRAM.exists() else "nginx is not installed; run Scripts/setup test"

    def _write(self) -> None:
        text = sample("nginx.conf")
        text = replaced(text, r"listen 80;", f"listen {self.address}:{self.port};")
        text = replaced(text, f"server_name {re.escape(HOST_NAME)}", f"server_name {self.host_name}")
        # Tests have hosts of any number.
        servers = re.compile(r"^  server [\d.]+:\d+(.*;)\n", re.MULTILINE)
        options = servers.findall(text)
        assert len(options) == 3 and len(set(options)) == 1, "the sample has changed: there are not three hosts"
        hosts = "".join(f"  server {address}{options[0]}\n" for address in self.hosts.values())
        text = servers.sub("", text)
        text = replaced(text, r"zone tessera_hosts 64k;\n", f"zone tessera_hosts 64k;\n{hosts}")
        (self.folder / "tessera.conf").write_text(text)
        (self.folder / "nginx.conf").write_text(f"""
            {"user root;" if os.geteuid() == 0 else ""}
            daemon off; pid nginx.pid; error_log log; worker_processes 2;
            events {{ worker_connections 1024; }}
            http {{
              access_log log;
              client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi;
              scgi_temp_path scgi;
              include tessera.conf;
            }}""")

    def _command(self) -> list:
        return [PROGRAM, "-p", self.folder, "-c", self.folder / "nginx.conf", "-e", self.folder / "log"]
