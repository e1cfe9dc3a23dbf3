import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MapView } from '#ui/MapView.tsx'
import '#ui/styles.css'

const map = (points: { label: string; lat: number; lng: number }[]) =>
  render(
    <div style={{ width: 600, height: 400 }}>
      <MapView
        label="Map"
        styleUrl={null}
        isOnNetwork={false}
        points={points.map(({ label, ...position }) => ({ id: label, label, position }))}
        className="h-100"
      />
    </div>,
  )

const HEREFORD = { label: 'Hollybush', lat: 52.12, lng: -2.83 }
const LUDLOW = { label: 'Temeside', lat: 52.36, lng: -2.7 }

test('without tiles a map shows coast, borders and towns, and no name lies over a pin', async () => {
  await map([HEREFORD, LUDLOW, { label: 'Porth Farm', lat: 52.4, lng: -4.0 }])
  await expect.poll(() => document.querySelectorAll('figure svg text').length).toBeGreaterThan(2)
  const [land, border] = document.querySelectorAll('figure path')
  expect(land?.getAttribute('d')?.length).toBeGreaterThan(200)
  expect(border?.getAttribute('d')?.length).toBeGreaterThan(50)
  const boxes = [...document.querySelectorAll('figure svg text')].map((name) => name.getBoundingClientRect())
  const pins = [...document.querySelectorAll('figure li')].map((pin) => pin.getBoundingClientRect())
  const overlaps = boxes.filter((a) => pins.some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom))
  expect(overlaps).toEqual([])
})

test('a single place is shown with the towns around it', async () => {
  await map([{ label: 'Cwm Farm', lat: 52.1, lng: -3.65 }])
  await expect.element(page.getByText('Brecon')).toBeInTheDocument()
})

test('where no town is in sight, the map says how far the nearest is', async () => {
  await map([{ label: 'Eoligarry', lat: 57.05, lng: -7.44 }])
  await expect.element(page.getByText('Portree: 53 miles north-east')).toBeInTheDocument()
})
