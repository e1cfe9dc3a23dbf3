import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Letterhead } from '#features/core/letterhead/contract.ts'
import { FARRIER_SIDE, LOGO, MOST_FARRIER_BYTES, MOST_SENT_BYTES } from '#features/core/letterhead/rules.ts'
import { RED_POINT } from '#features/core/letterhead/sample.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const PATH = '/api/practice/pictures'
const set = (kind: 'logo' | 'farrier', image: string | null, who: Pick<TestServer['gareth'], 'put'> = server.gareth) =>
  who.put(PATH, { kind, image })
const setOk = async (kind: 'logo' | 'farrier', image: Buffer | null) => {
  const answer = await set(kind, image?.toString('base64') ?? null)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<Letterhead>()
}
/** As a stranger does, who holds no session. */
const open = (path: string) => server.app.inject({ url: path })

/** A photo as a camera makes it: on its side, of noise, with where it was taken. */
async function photo(width = 1200, height = 900): Promise<Buffer> {
  const noise = {
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  } as const
  const exif = { IFD0: { Make: 'Secret camera' }, IFD3: { GPSLatitude: '52/1 12/1 0/1', GPSLatitudeRef: 'N' } }
  return sharp(noise).withExif(exif).jpeg({ quality: 90 }).toBuffer()
}

test('the farrier’s picture is made small and square, and has nothing of what the camera wrote; a stranger with its address sees it', async () => {
  const original = await photo()
  expect(original.toString('latin1')).toContain('Secret camera')
  const { farrier, logo } = await setOk('farrier', original)
  expect([farrier?.width, farrier?.height, logo]).toEqual([FARRIER_SIDE, FARRIER_SIDE, null])
  const answer = await open(farrier?.path ?? '')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  expect(answer.rawPayload.length).toBeLessThanOrEqual(MOST_FARRIER_BYTES)
  const { format, width, exif, xmp, icc } = await sharp(answer.rawPayload).metadata()
  expect([format, width, exif, xmp, icc]).toEqual(['jpeg', FARRIER_SIDE, undefined, undefined, undefined])
})

test('a logo keeps its shape, fits a paper, and has a white background', async () => {
  const drawn = await sharp({ create: { width: 2000, height: 500, channels: 4, background: '#0000' } })
    .webp()
    .toBuffer()
  const { logo } = await setOk('logo', drawn)
  expect([logo?.width, logo?.height]).toEqual([LOGO.width, LOGO.width / 4])
  const answer = await open(logo?.path ?? '')
  expect(answer.headers['content-type']).toBe('image/png')
  expect((await sharp(answer.rawPayload).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255])
})

test('a picture that is replaced or removed is gone at its address, and the other one stays', async () => {
  const first = await setOk('farrier', await photo())
  const second = await setOk('farrier', await photo())
  expect([(await open(first.farrier?.path ?? '')).statusCode, (await open(second.farrier?.path ?? '')).statusCode]).toEqual([404, 200])
  const { logo } = await setOk('logo', Buffer.from(RED_POINT, 'base64'))
  expect(await setOk('farrier', null)).toEqual({ logo, farrier: null })
  expect(await setOk('farrier', null)).toEqual({ logo, farrier: null })
  expect([(await open(second.farrier?.path ?? '')).statusCode, (await open(logo?.path ?? '')).statusCode]).toEqual([404, 200])
})

test('another practice has its own, and an address leads to nothing but its picture', async () => {
  const { logo } = await setOk('logo', Buffer.from(RED_POINT, 'base64'))
  expect((await server.other.get(PATH)).json()).toEqual({ logo: null, farrier: null })
  expect((await set('logo', null, server.other)).statusCode).toBe(200)
  expect((await open(logo?.path ?? '')).statusCode).toBe(200)
  const key = logo?.path.split('/').at(-1) ?? ''
  expect(key).toMatch(/^[\w-]{43}$/)
  const clientId = (await server.gareth.post('/api/clients', { name: 'Siân' })).json<{ id: string }>().id
  await server.gareth.post('/api/charges', { clientId, description: 'Trim', unitPence: 100 })
  const invoice = (await server.gareth.post('/api/invoices', { payerClientId: clientId })).json<{ id: string }>().id
  const link = (await server.gareth.post(`/api/invoices/${invoice}/link`)).json<{ url: string; pdfUrl: string }>()
  const token = link.url.split('/').at(-1)
  for (const path of [`/api/pictures/${token}`, `/api/pictures/${key}x`, '/api/pictures/..%2F..%2Fpackage.json', '/api/pictures/%00'])
    expect((await open(path)).statusCode, path).toBe(404)
  // A picture's key is no link to a paper.
  expect((await open(`/invoice/${key}/invoice.pdf`)).statusCode).toBe(302)
  const pdf = (await open(new URL(link.pdfUrl).pathname)).rawPayload.toString('latin1')
  expect(pdf).toContain('/Subtype /Image')
  await setOk('logo', null)
  expect((await server.gareth.get(`/api/invoices/${invoice}/pdf`)).rawPayload.toString('latin1')).not.toContain('/Subtype /Image')
})

test('a file that is no JPEG, PNG or WebP is refused, whichever type it claims; so is one that is too large', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'
  const gif = await sharp(Buffer.from(RED_POINT, 'base64')).gif().toBuffer()
  for (const content of [Buffer.from(svg), gif, Buffer.from('%PDF-1.7'), Buffer.from('<!doctype html>'), (await photo()).subarray(0, 40)]) {
    const answer = await set('logo', content.toString('base64'))
    expect([answer.statusCode, answer.json<{ code: string }>().code], content.subarray(0, 12).toString('latin1')).toEqual([
      422,
      'not_a_picture',
    ])
  }
  expect((await set('logo', '!')).statusCode).toBe(422)
  expect((await set('logo', 'A'.repeat(MOST_SENT_BYTES * 2))).statusCode).toBe(413)
  expect((await set('portrait' as 'logo', RED_POINT)).statusCode).toBe(400)
})

test('only an owner sets or removes one; every member may see them', async () => {
  for (const role of ['farrier', 'office', 'apprentice'] as const) {
    const member = await server.gareth.addMember(`A ${role}`, role)
    for (const image of [RED_POINT, null]) expect((await set('farrier', image, member)).statusCode, role).toBe(403)
    expect((await member.get(PATH)).statusCode).toBe(200)
  }
})
