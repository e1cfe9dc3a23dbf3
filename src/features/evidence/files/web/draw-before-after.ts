/** Each of the two photos in the picture, upright as a phone shows a post. */
const HALF = { width: 800, height: 1000 }
const GAP = 8

/**
 * One picture of two photos side by side, drawn again on the device: nothing that a camera wrote into a file, such as where it was taken, is in it.
 * `before` and `after` are addresses of pictures. Undefined: one of them can't be read.
 */
export async function drawBeforeAfter(before: string, after: string): Promise<Blob | undefined> {
  const photos = await Promise.all([before, after].map(opened)).catch(() => undefined)
  if (!photos) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = HALF.width * 2 + GAP
  canvas.height = HALF.height
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  for (const [at, photo] of photos.entries()) {
    const left = at * (HALF.width + GAP)
    drawFilling(context, photo, left)
    drawLabel(context, at === 0 ? 'Before' : 'After', left)
  }
  return (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))) ?? undefined
}

async function opened(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

/** The middle of a photo, as much of it as fills its half. */
function drawFilling(context: CanvasRenderingContext2D, photo: HTMLImageElement, left: number): void {
  const scale = Math.max(HALF.width / photo.naturalWidth, HALF.height / photo.naturalHeight)
  const [width, height] = [HALF.width / scale, HALF.height / scale]
  const [x, y] = [(photo.naturalWidth - width) / 2, (photo.naturalHeight - height) / 2]
  context.drawImage(photo, x, y, width, height, left, 0, HALF.width, HALF.height)
}

function drawLabel(context: CanvasRenderingContext2D, words: string, left: number): void {
  context.font = 'bold 44px sans-serif'
  context.fillStyle = 'rgb(0 0 0 / 60%)'
  context.fillRect(left, HALF.height - 84, context.measureText(words).width + 56, 84)
  context.fillStyle = '#fff'
  context.fillText(words, left + 28, HALF.height - 28)
}
