/**
 * `Content-Disposition` of a file that is saved under a name, or opened and called by it: `filename` for old browsers in plain letters,
 * `filename*` for the rest (RFC 6266). The name is one that a file may have.
 */
export function dispositionOf(way: 'attachment' | 'inline', name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_')
  const whole = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${way}; filename="${plain || 'file'}"; filename*=UTF-8''${whole}`
}
