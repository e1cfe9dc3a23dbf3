/** The pictures of a practice: the logo is printed on its papers, the farrier is shown on owners' pages. */
export const PICTURE_KINDS = ['logo', 'farrier'] as const
export type PictureKind = (typeof PICTURE_KINDS)[number]

/** Where a picture is served. */
export const picturePath = (key: string): string => `/api/pictures/${key}`

/** A logo is printed 170 by 76 points large; this is four times that, as fine as a printer shows. */
export const LOGO = { width: 680, height: 304 }
/** The farrier's picture is a square, shown a third as large or smaller. */
export const FARRIER_SIDE = 144
/** Owners open their pages on a weak signal. */
export const MOST_FARRIER_BYTES = 20_000

/** The most bytes that are sent: the device makes a picture smaller first, so this is far more than it needs. */
export const MOST_SENT_BYTES = 3 * 1024 * 1024
