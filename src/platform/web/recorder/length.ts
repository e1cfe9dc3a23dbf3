/** A file that does not state its length reveals it when it is wound to its end. */
const BEYOND_S = 1e7
const LONGEST_WAIT_MS = 3000

/**
 * How long a recording plays, in milliseconds; undefined when the browser can't determine it. A file the browser recorded does not state
 * its length: it was not known when the file's beginning was written.
 */
export function playingLength(content: Blob): Promise<number | undefined> {
  const audio = new Audio()
  const url = URL.createObjectURL(content)
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const timer = setTimeout(() => resolve(undefined), LONGEST_WAIT_MS)
  const look = () => {
    if (Number.isFinite(audio.duration)) resolve(Math.round(audio.duration * 1000))
    else if (audio.currentTime === 0) audio.currentTime = BEYOND_S
  }
  audio.addEventListener('loadedmetadata', look)
  audio.addEventListener('durationchange', look)
  audio.addEventListener('error', () => resolve(undefined))
  audio.preload = 'metadata'
  audio.src = url
  return promise.finally(() => {
    clearTimeout(timer)
    audio.removeAttribute('src')
    URL.revokeObjectURL(url)
  })
}
