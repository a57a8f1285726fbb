/** The image's health check: ends with 0 while the server in this container is ready, with 1 otherwise. */
const reply = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`, { signal: AbortSignal.timeout(2500) }).catch(() => null);
process.exit(reply?.ok ? 0 : 1);
