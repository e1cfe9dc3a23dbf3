/** A film by its first bytes, all of its parts different. */
export function filmOf(bytes: number): Buffer {
  const film = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; at += 4) film.writeUInt32LE(Math.imul(at, 0x9e3779b1) >>> 0, at)
  return Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), film.subarray(12)])
}
