/** Keeps `most` at most: what was kept last stays longest. */
export function keep<Kept>(map: Map<string, Kept>, name: string, kept: Kept, most: number): void {
  map.delete(name);
  map.set(name, kept);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
