package dev.primus.cluster;

/** Threads that keep no process alive. */
final class Daemons {
    private Daemons() {}

    static Thread thread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
