/** Every way in which a secret could be written down. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const ends = [0, 1, 2].map((skip) =>
    Buffer.concat([Buffer.alloc(skip, 'x'), bytes])
      .toString('base64')
      .slice(4, -4),
  )
  return [secret, encodeURIComponent(secret), bytes.toString('hex'), ...ends.filter(({ length }) => length > 6)]
}
