package dev.primus.testkit.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;

/** Calls another host again and again, and prints a dot whenever it is called itself. */
public final class Caller {
    private static final int PORT = 7801;

    private Caller() {}

    public static void main(String[] arguments) throws Exception {
        InetSocketAddress other = new InetSocketAddress(arguments[1], PORT);
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(arguments[0], PORT))) {
            Thread ear = new Thread(() -> listen(socket));
            ear.setDaemon(true);
            ear.start();
            while (true) {
                socket.send(new DatagramPacket(new byte[] {1}, 1, other));
                Thread.sleep(10);
            }
        }
    }

    private static void listen(DatagramSocket socket) {
        try {
            while (true) {
                socket.receive(new DatagramPacket(new byte[1], 1));
                System.out.print('.');
                System.out.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
