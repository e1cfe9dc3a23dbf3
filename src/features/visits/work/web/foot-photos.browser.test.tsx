import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { PhotosOf } from '#features/evidence/files/views.ts'
import { NO_FEET } from '#features/visits/work/feet.ts'
import { FeetCard } from '#features/visits/work/web/FeetCard.tsx'
import { FeetPanel } from '#features/visits/work/web/FeetPanel.tsx'
import { currentMs } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { horseRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

let practice: ReturnType<typeof fakePractice>
let horse: { id: string; name: string }
let visit: string
const streams: MediaStream[] = []
beforeEach(async () => {
  await page.viewport(375, 812)
  practice = fakePractice()
  horse = { id: practice.server.write('horses', uuidv7(), horseRow({ name: 'Biscuit', clientId: uuidv7() })), name: 'Biscuit' }
  visit = practice.server.write('appointments', uuidv7(), { title: 'Trim', onDay: '2026-11-24' })
  streams.length = 0
  const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async (wish) => {
    const stream = await real(wish)
    streams.push(stream)
    return stream
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await practice.leave()
})

function Feet({ of }: { of: PhotosOf }) {
  const [setup, change] = useState(NO_FEET)
  return (
    <main className="grid gap-4 p-3">
      <h1>Biscuit</h1>
      <FeetCard setup={setup} horse={horse} />
      <FeetPanel setup={setup} onChange={change} photos={{ horse, of }} />
      <Toaster />
    </main>
  )
}

/** At the near fore, without a signal. */
async function open(of: PhotosOf = { appointmentId: visit }) {
  await practice.signIn()
  const screen = await render(<Feet of={of} />)
  await expect.poll(() => currentStore()?.rec.count()).toBe(2)
  practice.api.offline(true)
  await press(screen, /^NF /)
  await expect.element(screen.getByRole('group', { name: 'Photos' })).toBeVisible()
  return screen
}
type Screen = Awaited<ReturnType<typeof open>>
const press = (screen: Screen, name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const shutter = (screen: Screen) => screen.getByRole('button', { name: 'Take the photo' })
const states = () =>
  streams.map((stream) =>
    stream
      .getTracks()
      .map(({ readyState }) => readyState)
      .join(),
  )
const queued = async () => (await currentStore()?.queue.toArray())?.filter(({ entity }) => entity === 'attachments').map(({ data }) => data)

async function shoot(screen: Screen, from: string) {
  await press(screen, from)
  await expect.element(shutter(screen)).toBeEnabled()
  await userEvent.click(shutter(screen))
  await expect.element(screen.getByRole('img', { name: 'Near fore, solar, just taken' })).toBeVisible()
}

test('a photo is taken from its place, filed with the visit, and the next is laid over it and over time', async () => {
  const screen = await open()
  await shoot(screen, 'Take a photo of the near fore, solar')
  await press(screen, 'Take again')
  await expect.element(shutter(screen)).toBeEnabled()
  await expect.element(screen.getByRole('slider', { name: 'How much of the last photo shows' })).not.toBeInTheDocument()
  await userEvent.click(shutter(screen))
  await press(screen, 'Keep')
  await expect.element(screen.getByRole('button', { name: 'Open the photo of the near fore, solar' })).toBeVisible()
  expect(await queued()).toMatchObject([{ horseId: horse.id, appointmentId: visit, fileType: 'image', foot: 'NF', view: 'solar' }])
  await expect.poll(states).toEqual(['ended'])

  await press(screen, 'Take another photo of the near fore, solar')
  const ghost = screen.getByRole('img', { name: 'The last photo, laid over' })
  await expect.element(ghost).toHaveStyle({ opacity: '0.4' })
  const fader = screen.getByRole('slider', { name: 'How much of the last photo shows' })
  await userEvent.fill(fader, '80')
  await expect.element(ghost).toHaveStyle({ opacity: '0.8' })
  await expect.element(fader).toHaveAttribute('max', '80')
  expect(await axeFindings()).toEqual([])
  await press(screen, 'Last photo')
  await expect.element(ghost).not.toBeInTheDocument()
  await expect.element(shutter(screen)).toBeEnabled()
  await userEvent.click(shutter(screen))
  await press(screen, 'Keep')

  await press(screen, 'Open 2 photos of the near fore, solar')
  await expect.element(screen.getByText(/, 2 of 2$/)).toBeVisible()
  await press(screen, 'NF over time')
  await expect.element(screen.getByRole('dialog', { name: 'Near fore over time' })).toBeVisible()
  await press(screen, 'Close')
  await press(screen, 'Close')
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Keep' }))
  await expect.element(screen.getByRole('button', { name: /^NF 2 photos/ })).toBeVisible()

  await press(screen, '2 photos of the near fore')
  await expect.element(screen.getByRole('slider', { name: 'How much of the earlier photo is shown' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await userEvent.click(screen.getByRole('list', { name: 'Photos, the oldest first' }).getByRole('button').first())
  await expect.element(screen.getByRole('slider')).not.toBeInTheDocument()
})

test('the camera goes off when the screen is left or locked, and on again after', async () => {
  const screen = await open()
  await press(screen, 'Take a photo of the near fore, heels')
  await expect.element(shutter(screen)).toBeEnabled()
  const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(states).toEqual(['ended'])
  sight.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(states).toEqual(['ended', 'live'])
  await expect.element(shutter(screen)).toBeEnabled()
  streams[1]?.getTracks()[0]?.dispatchEvent(new Event('ended'))
  await expect.element(screen.getByText(/^Another app is using the camera/)).toBeVisible()
  await screen.unmount()
  expect(states()).toEqual(['ended', 'ended'])
})

test('a camera that is refused shows that, and a photo is still to be had', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  const clicked = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue(undefined)
  const screen = await open({})
  await press(screen, 'Take a photo of the near fore, dorsal')
  await expect.element(screen.getByText('Could not access camera. Please check permissions.')).toBeVisible()
  await expect.element(screen.getByText(/^The browser won’t let Pritchel use the camera\. Allow it/)).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await press(screen, 'Choose or take a photo')
  expect(clicked).toHaveBeenCalledOnce()
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...new Array(3000).fill(7)])
  await userEvent.upload(
    screen.getByLabelText('Photo of the near fore of Biscuit'),
    new File([bytes], 'hoof.jpg', { type: 'image/jpeg', lastModified: currentMs() }),
  )
  // Not on record yet, the work is not: the photo waits for it here.
  await expect.element(screen.getByRole('button', { name: 'Open the photo of the near fore, dorsal' })).toBeVisible()
  expect(await queued()).toMatchObject([{ fileName: 'hoof.jpg', foot: 'NF', view: 'dorsal' }])
})

test('without a camera for pages the phone’s own opens at once, and axe finds nothing on either screen', async () => {
  vi.spyOn(navigator, 'mediaDevices', 'get').mockReturnValue(undefined as unknown as MediaDevices)
  const clicked = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue(undefined)
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    const screen = await open()
    expect(await axeFindings()).toEqual([])
    for (const button of screen.getByRole('group', { name: 'Photos' }).getByRole('button').elements()) {
      expect(button.getBoundingClientRect().width).toBeGreaterThanOrEqual(48)
      expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(48)
    }
    await press(screen, 'Take a photo of the near fore, medial')
    await screen.unmount()
  }
  expect(clicked).toHaveBeenCalledTimes(2)
})
