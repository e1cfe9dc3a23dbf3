/** The parts of a text from a line `BEGIN:name` to the next line `END:name`, as in address books and calendars. */
export function blocksOf(text: string, name: string): string[] {
  const [begin, end] = [`BEGIN:${name}`, `END:${name}`]
  const blocks: string[] = []
  let block: string[] | undefined
  for (const line of text.split(/\r\n|\n|\r/)) {
    const heading = line.trimEnd().toUpperCase()
    if (!block && heading === begin) block = []
    block?.push(line)
    if (!block || heading !== end) continue
    blocks.push(block.join('\r\n'))
    block = undefined
  }
  return blocks
}
