/** A British postcode as it is written, `SY8 1AA`, of a text with or without its space; null: the text is none. */
export function postcodeOf(text: string): string | null {
  const found = /^([a-z]{1,2}\d[a-z\d]?)(\d[a-z]{2})$/i.exec(text.replaceAll(/\s/g, ''))
  return found ? `${found[1]} ${found[2]}`.toUpperCase() : null
}
