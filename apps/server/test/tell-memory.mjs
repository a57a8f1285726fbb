/** Loaded into a server under test (`--expose-gc --import`): asked by a message, it clears up and answers with the bytes still in use. */
process.on('message', () => {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  process.send(heapUsed + external);
});
// Being asked is no reason to stay.
process.channel.unref();
