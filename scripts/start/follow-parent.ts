/** Loaded into child processes: they end when whoever started them is gone, even by kill -9. */

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
