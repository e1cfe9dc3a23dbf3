import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawPictures, LIMITS } from '#features/evidence/files/server/drawing.ts'
import { takePoster } from '#features/evidence/files/server/poster.ts'
import { hasFfmpeg } from '#testing/has-ffmpeg.ts'
import { halves, heicPhoto, hugeHeic, hugePng, photoWithPlace, SECRETS } from '#testing/pictures.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pritchel-drawing-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let drawn = 0
/** What becomes of a file: a fault, or its pictures by name. */
async function draw(content: Buffer, mime: string, limits = LIMITS) {
  drawn += 1
  const [path, out] = [join(folder, `${drawn}`), await mkdtemp(join(folder, 'out-'))]
  await writeFile(path, content)
  const fault = await drawPictures(path, out, mime, limits)
  expect((await readFile(path)).equals(content)).toBe(true)
  if (fault) return fault
  const names = await readdir(out)
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(out, name))] as const)))
}
const pictures = async (content: Buffer, mime: string) => {
  const made = await draw(content, mime)
  if (typeof made === 'string') throw new Error(made)
  return made
}
/** The colour somewhere in a picture, each part of it as `high` or `low`. */
async function colourAt(picture: Buffer | undefined, x: number, y: number) {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return [...data.subarray(at, at + 3)].map((part) => (part > 128 ? 'high' : 'low'))
}
const RED = ['high', 'low', 'low']
const BLUE = ['low', 'low', 'high']

describe('the pictures of a photo', () => {
  test('are JPEGs of four sizes, upright, and do not contain where it was taken', async () => {
    const content = await photoWithPlace(3000, 4000)
    for (const secret of SECRETS) expect(content.includes(secret), secret).toBe(true)
    const made = await pictures(content, 'image/jpeg')
    const sizes = await Promise.all(
      Object.entries(made).map(async ([name, picture]) => {
        const { format, width, height, exif, xmp, icc, orientation } = await sharp(picture).metadata()
        expect({ exif, xmp, icc, orientation }).toEqual({})
        for (const secret of SECRETS) expect(picture.includes(secret), `${name} ${secret}`).toBe(false)
        return [name, format, width, height]
      }),
    )
    expect(sizes.sort()).toEqual([
      ['200.jpg', 'jpeg', 200, 267],
      ['280.jpg', 'jpeg', 280, 373],
      ['600.jpg', 'jpeg', 600, 800],
      ['picture.jpg', 'jpeg', 1800, 2400],
    ])
    expect([await colourAt(made['200.jpg'], 100, 30), await colourAt(made['200.jpg'], 100, 240)]).toEqual([RED, BLUE])
  })

  test('are never larger than it, and white where it is see-through', async () => {
    const clear = await sharp({ create: { width: 90, height: 60, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const made = await pictures(clear, 'image/png')
    expect(await sharp(made['600.jpg']).metadata()).toMatchObject({ width: 90, height: 60 })
    expect(await colourAt(made['600.jpg'], 45, 30)).toEqual(['high', 'high', 'high'])
  })

  test('that an iPhone took are made like any other', async () => {
    const made = await pictures(heicPhoto(), 'image/heic')
    expect([await colourAt(made['picture.jpg'], 8, 24), await colourAt(made['picture.jpg'], 56, 24)]).toEqual([RED, BLUE])
    for (const secret of SECRETS) expect(made['picture.jpg']?.includes(secret)).toBe(false)
  })

  test.each([
    ['a GIF', 'image/gif', () => halves(40, 40).gif().toBuffer()],
    ['a WebP', 'image/webp', () => halves(40, 40).webp().toBuffer()],
    ['a TIFF', 'image/tiff', () => halves(40, 40).tiff().toBuffer()],
    ['an AVIF', 'image/avif', () => halves(40, 40).avif({ effort: 0 }).toBuffer()],
  ])('are made of %s', async (_name, mime, content) => {
    expect(await colourAt((await pictures(await content(), mime))['200.jpg'], 20, 10)).toEqual(RED)
  })
})

describe('a hostile file', () => {
  test.each([
    ['a PNG of 50,000 by 50,000', 'image/png', hugePng(50_000, 50_000)],
    ['a PNG of a little over 100 megapixels', 'image/png', hugePng(10_001, 10_000)],
    ['an iPhone photo of 50,000 by 50,000', 'image/heic', hugeHeic(50_000, 50_000)],
  ])('%s is refused by its header', async (_name, mime, content) => {
    expect(await draw(content, mime)).toBe('too_large')
  })

  test.each([
    [
      'an SVG that calls itself a PNG',
      'image/png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
    ],
    [
      'a page that begins like a JPEG',
      'image/jpeg',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['an iPhone photo that is noise', 'image/heic', Buffer.from('\0\0\0\x18ftypheic and then nothing of the kind')],
    ['an empty file', 'image/jpeg', Buffer.alloc(0)],
  ])('%s has no pictures', async (_name, mime, content) => {
    expect(await draw(content, mime)).toBe('unreadable')
  })

  test('that is a photo and a page in one gives a picture without the page', async () => {
    const photo = await halves(300, 300).jpeg().toBuffer()
    const script = Buffer.from('<html><script>alert(1)</script></html>')
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), script])
    const made = await pictures(Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2), script]), 'image/jpeg')
    for (const picture of Object.values(made)) expect(picture.includes('script')).toBe(false)
    expect(await colourAt(made['200.jpg'], 100, 20)).toEqual(RED)
  })

  test('that was cut short is shown as far as it goes', async () => {
    const noisy = sharp({
      create: { width: 600, height: 600, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 60, sigma: 40 } },
    })
    const whole = await noisy.jpeg().toBuffer()
    const made = await pictures(whole.subarray(0, whole.length / 2), 'image/jpeg')
    expect(await sharp(made['200.jpg']).metadata()).toMatchObject({ width: 200, height: 200 })
  })

  test('that takes too much memory or time is stopped at any step', async () => {
    const content = await halves(50, 50).png().toBuffer()
    expect(await draw(content, 'image/png', { bytes: 1_000_000, ms: LIMITS.ms })).toBe('too_heavy')
    expect(await draw(content, 'image/png', { bytes: LIMITS.bytes, ms: 0 })).toBe('too_slow')
  })
})

describe.skipIf(!hasFfmpeg)(`the poster of a video${hasFfmpeg ? '' : ' (ffmpeg is not installed)'}`, () => {
  const film = (name: string, seconds: number) => {
    const path = join(folder, name)
    const source = `color=c=red:s=320x240:d=${seconds}`
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-f',
      'lavfi',
      '-i',
      source,
      '-metadata',
      'location=+52.18-002.88/',
      '-c:v',
      'mpeg4',
      path,
    ])
    return path
  }
  const posterOf = async (path: string, mime: string) => {
    const taken = await takePoster(path, await mkdtemp(join(folder, 'poster-')), mime)
    return 'poster' in taken ? readFile(taken.poster) : taken.fault
  }

  test('is taken a second in, or from the beginning of a shorter one', async () => {
    for (const seconds of [2, 0.2]) {
      const poster = await posterOf(film(`${seconds}.mp4`, seconds), 'video/mp4')
      if (typeof poster === 'string') throw new Error(poster)
      expect(await colourAt(poster, 160, 120)).toEqual(RED)
      expect(poster.includes('52.18')).toBe(false)
    }
  })

  test('is not taken of a list of other files, nor of what is no video', async () => {
    const other = film('other.mp4', 1)
    const list = join(folder, 'list.mp4')
    await writeFile(list, `ffconcat version 1.0\nfile '${other}'\n`)
    expect(await posterOf(list, 'video/mp4')).toBe('unreadable')
    await writeFile(list, `#EXTM3U\n#EXTINF:1,\nfile://${other}\n#EXT-X-ENDLIST\n`)
    expect(await posterOf(list, 'video/mp4')).toBe('unreadable')
  })
})
