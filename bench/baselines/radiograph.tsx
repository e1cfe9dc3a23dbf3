/** Baseline for a radiograph: points that are shades already, put on a canvas of their own size in one call. */
export function putBare(shades: ImageData): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = shades.width
  canvas.height = shades.height
  canvas.getContext('2d')?.putImageData(shades, 0, 0)
  return canvas
}
