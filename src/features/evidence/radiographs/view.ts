/** A place on a picture, in its points: 0,0 is the corner of the first. */
export type Place = { x: number; y: number }
/** The visible part: its centre, and how many screen pixels one point of the picture takes. */
export type View = { x: number; y: number; zoom: number }
export type Size = { width: number; height: number }

/** As far as a point is worth looking at, and as small as a stamp. */
const MOST_ZOOM = 32
const LEAST_ZOOM = 1 / 64

/** All of a picture in the middle of the screen, no matter how small it is. */
export function fitted(picture: Size, screen: Size): View {
  const zoom = Math.min(screen.width / picture.width, screen.height / picture.height)
  return { x: picture.width / 2, y: picture.height / 2, zoom: Math.min(MOST_ZOOM, Math.max(zoom, LEAST_ZOOM)) }
}

/** Where a place of the picture is on the screen, from its upper left corner. */
export const onScreen = (place: Place, { x, y, zoom }: View, { width, height }: Size): Place => ({
  x: (place.x - x) * zoom + width / 2,
  y: (place.y - y) * zoom + height / 2,
})

/** Which place of the picture is under a pixel of the screen. */
export const onPicture = (pixel: Place, { x, y, zoom }: View, { width, height }: Size): Place => ({
  x: (pixel.x - width / 2) / zoom + x,
  y: (pixel.y - height / 2) / zoom + y,
})

/** Nearer or further away, with what is under one pixel of the screen staying there. */
export function zoomedAt(view: View, factor: number, pixel: Place, screen: Size): View {
  const zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, view.zoom * factor))
  const held = onPicture(pixel, view, screen)
  return { zoom, x: held.x - (pixel.x - screen.width / 2) / zoom, y: held.y - (pixel.y - screen.height / 2) / zoom }
}

/** Pushed along by so many pixels; the middle of the screen never leaves the picture. */
export function panned({ x, y, zoom }: View, by: Place, picture: Size): View {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value))
  return { zoom, x: within(x - by.x / zoom, picture.width), y: within(y - by.y / zoom, picture.height) }
}
