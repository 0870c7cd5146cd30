"""A proxy that speaks TLS on one side and plain TCP on the other: proxy.py CERTIFICATE HOST PORT. Prints its port."""
import socket
import ssl
import sys
import threading

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1])
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)


def carry(source, target):
    try:
        while data := source.recv(16384):
            target.sendall(data)
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def serve(plain):
    try:
        near = context.wrap_socket(plain, server_side=True)
        far = socket.create_connection((sys.argv[2], int(sys.argv[3])))
    except OSError:
        plain.close()
        return
    threading.Thread(target=carry, args=(far, near), daemon=True).start()
    carry(near, far)


while True:
    connection, _ = listener.accept()
    threading.Thread(target=serve, args=(connection,), daemon=True).start()
