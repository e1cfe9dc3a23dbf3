import { capability } from '#platform/web/device/device.ts'

/** Saves content that is here as a file of a name, where the device keeps downloads. */
export const saveFile = capability('saveFile', ({ name, content }) => {
  const href = URL.createObjectURL(content)
  press(name, href)
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
})

/** The same for the answer of a server's address, as a press on a link to it would do. */
export const fetchFile = capability('fetchFile', ({ name, href }) => press(name, href))

function press(name: string, href: string) {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}
