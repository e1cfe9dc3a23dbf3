import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { type Letterhead, letterheadEndpoints } from '#features/core/letterhead/contract.ts'
import { LetterheadCard } from '#features/core/letterhead/web/LetterheadCard.tsx'
import { Queries } from '#platform/web/Queries.tsx'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'
import '#ui/styles.css'

let practice: ReturnType<typeof fakePractice>
let now: Letterhead
let sent: { kind: string; image: string | null }[]
beforeEach(async () => {
  practice = fakePractice()
  now = { logo: null, farrier: null }
  sent = []
  practice.api.on(letterheadEndpoints.read, () => now)
  practice.api.on(letterheadEndpoints.change, ({ body }) => {
    sent.push(body)
    now = { ...now, [body.kind]: body.image && { path: `data:image/png;base64,${body.image}`, width: 144, height: 144 } }
    return now
  })
  await practice.signIn({})
})
afterEach(async () => {
  for (const { id } of currentToasts()) dismissToast(id)
  await practice.leave()
})

const open = () =>
  render(
    <Queries>
      <main>
        <h1>Settings</h1>
        <LetterheadCard />
      </main>
      <Toaster />
    </Queries>,
  )

/** A picture of a camera, far larger than what is needed. */
async function picture(type: string, side = 3000): Promise<File> {
  const canvas = new OffscreenCanvas(side, side / 2)
  const context = canvas.getContext('2d')
  if (context) context.fillStyle = '#b03a1a'
  context?.fillRect(0, 0, side / 3, side / 3)
  return new File([await canvas.convertToBlob({ type })], 'picture', { type })
}
const readBack = async (image: string | null | undefined) => {
  const bytes = Uint8Array.from(atob(image ?? ''), (letter) => letter.charCodeAt(0))
  const { width, height } = await createImageBitmap(new Blob([bytes]))
  return { width, height, isPng: bytes[0] === 0x89, isJpeg: bytes[0] === 0xff }
}

test('a logo and a picture are drawn smaller on the device, sent, shown, and removed', async () => {
  const screen = await open()
  await screen.getByLabelText('Logo: a picture').upload(await picture('image/webp'))
  await expect.element(screen.getByAltText('The logo')).toBeVisible()
  // In the dark too, as on paper.
  expect(getComputedStyle(screen.getByAltText('The logo').element().parentElement ?? document.body).backgroundColor).toBe(
    'rgb(255, 255, 255)',
  )
  await screen.getByLabelText('Picture of you: a picture').upload(await picture('image/jpeg'))
  await expect.element(screen.getByAltText('The picture')).toBeVisible()
  expect(await readBack(sent[0]?.image)).toEqual({ width: 1360, height: 680, isPng: true, isJpeg: false })
  expect(await readBack(sent[1]?.image)).toEqual({ width: 1360, height: 680, isPng: false, isJpeg: true })
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('region', { name: 'Logo', exact: true }).getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByAltText('The logo')).not.toBeInTheDocument()
  expect(sent.at(-1)).toEqual({ kind: 'logo', image: null })
})

test('what is no picture is not sent, and the card says why', async () => {
  const screen = await open()
  await screen.getByLabelText('Logo: a picture').upload(new File(['no picture'], 'logo.png', { type: 'image/png' }))
  await expect.element(screen.getByText(/not a picture this device can read/).first()).toBeVisible()
  expect(sent).toEqual([])
})

test('without a signal it says so, before and after it was shown', async () => {
  const screen = await open()
  await expect.element(screen.getByRole('button', { name: 'Choose a picture' }).first()).toBeVisible()
  practice.api.offline(true)
  await screen.getByLabelText('Logo: a picture').upload(await picture('image/png', 60))
  await expect.element(screen.getByText(/when you have signal/).first()).toBeVisible()
  await screen.unmount()
  // What it had read goes with its card, in a timer.
  await new Promise((on) => setTimeout(on, 50))
  await expect
    .element((await open()).getByText('You are offline. The logo and the picture can be changed when you have signal.'))
    .toBeVisible()
})
