// Draws the demo's pictures: `npm run draw`, or some of them, `npm run draw -- merlin dolly-nf`. We have no camera: hooves and radiographs are
// drawn as SVG from a seed (scripts/draw) and rendered into db/pictures, with the small pictures a server makes of a photo; the gait is made
// up. What is drawn is committed, so that no start has to draw. The voice note there was spoken by a speech synthesiser.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { DRAWN_FOLDER, smallName } from '#db/cast-store.ts'
import { makePictures } from '#features/evidence/files/server/picture-maker.ts'
import { PICTURE, PICTURE_NAMES } from '#features/evidence/files/server/pictures-for-owner.ts'
import { pictureElements, writeDicom } from '#testing/radiographs/writer.ts'
import { FILM_MM } from './draw/bones.ts'
import { drawHoof, markOf, WORDS } from './draw/draw.ts'
import { drawGait } from './draw/gait.ts'
import type { Look } from './draw/look.ts'
import { FILMS, LOOKS } from './draw/looks.ts'
import { drawFilm, FILM, type Film } from './draw/radiograph.ts'

/** Small enough for a phone on two bars. */
const MOST_BYTES = 120_000
const BEST = 76

const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.some((start) => name.startsWith(start))
const folder = mkdtempSync(join(tmpdir(), 'pritchel-draw-'))
try {
  for (const [name, look] of LOOKS) if (isWanted(name)) writeFileSync(join(DRAWN_FOLDER, name), await photoOf(look))
  for (const [name, film] of FILMS) if (isWanted(name)) writeFileSync(join(DRAWN_FOLDER, name), await dicomOf(film))
  if (isWanted('biscuit-gait')) writeFileSync(join(DRAWN_FOLDER, 'biscuit-gait-0.csv'), drawGait())
  // Last: from then on this process opens no SVG.
  for (const name of LOOKS.keys()) if (isWanted(name)) await makeSmall(name)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function photoOf(look: Look): Promise<Buffer> {
  const svg = drawHoof(look)
  const drawn = await sharp(Buffer.from(svg)).flatten().png().toBuffer()
  for (let quality = BEST; ; quality -= 6) {
    const photo = await sharp(drawn)
      .withExif({ IFD0: { ImageDescription: WORDS, Software: `npm run draw ${markOf(svg)}` } })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer()
    if (photo.length <= MOST_BYTES) return photo
  }
}

async function makeSmall(name: string) {
  const verdict = await makePictures({ path: join(DRAWN_FOLDER, name), folder, mime: 'image/jpeg' })
  if (verdict !== 'made') throw new Error(`${name}: ${verdict}`)
  for (const small of PICTURE_NAMES.filter((one) => one !== PICTURE))
    writeFileSync(join(DRAWN_FOLDER, smallName(name, small)), readFileSync(join(folder, small)))
}

/** As a digital plate writes it: grey, packed as a JPEG, with the size of its points. */
async function dicomOf(film: Film): Promise<Uint8Array> {
  const svg = drawFilm(film)
  const pixels = await sharp(Buffer.from(svg)).flatten().toColourspace('b-w').jpeg({ quality: 66 }).toBuffer()
  return writeDicom({
    syntax: '.4.50',
    elements: pictureElements({ ...FILM, bits: 8 }, [
      [0x00080060, 'CS', 'DX'],
      [0x00080080, 'LO', 'Marches Equine'],
      [0x00081030, 'LO', WORDS],
      [0x00181020, 'LO', `npm run draw ${markOf(svg)}`],
      [0x00181164, 'DS', `${FILM_MM}\\${FILM_MM}`],
    ]),
    pixels: [new Uint8Array(0), pixels],
  })
}
