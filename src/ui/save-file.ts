/** Has the browser save a file under a name, as a download. */
export function saveFile({ name, content }: { name: string; content: Blob }) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
