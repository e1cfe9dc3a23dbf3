import type { Locator } from 'playwright'
import { expect } from 'vitest'
import type { Visitor } from '#testing/e2e.ts'

type Point = { x: number; y: number }
/** What picks up, carries and puts down. */
export type Grip = { down: (at: Point) => Promise<unknown>; moveTo: (to: Point) => Promise<unknown>; up: () => Promise<unknown> }

/** A finger on the glass. It has picked up only after a long press: wait for what shows it. */
export async function fingerOf({ page, context }: Pick<Visitor, 'page' | 'context'>): Promise<Grip> {
  const touch = await context.newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints })
  let at: Point
  return {
    async down(point: Point) {
      at = point
      await send('touchStart', [point])
    },
    /** In small steps, like a finger. */
    async moveTo(point: Point) {
      const from = at
      for (let step = 1; step <= 10; step++) {
        at = { x: from.x + ((point.x - from.x) * step) / 10, y: from.y + ((point.y - from.y) * step) / 10 }
        await send('touchMove', [at])
      }
    },
    up: () => send('touchEnd', []),
  }
}

/** A mouse with its button held. It has picked up once it has moved. */
export function mouseOf({ page }: Pick<Visitor, 'page'>): Grip {
  return {
    async down({ x, y }) {
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x, y + 10)
    },
    moveTo: ({ x, y }) => page.mouse.move(x, y, { steps: 10 }),
    up: () => page.mouse.up(),
  }
}

/** Brings a card to the middle of the screen, away from the bars. */
export const centre = (card: Locator) =>
  card.evaluate((element: unknown) => (element as { scrollIntoView: (how: object) => void }).scrollIntoView({ block: 'center' }))

export async function middleOf(place: Locator): Promise<Point> {
  const box = await place.boundingBox()
  if (!box) throw new Error('it is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The middle of what has come to rest: a card that comes later may still push it. */
export async function steadyMiddleOf(card: Locator): Promise<Point> {
  let last = await middleOf(card)
  const isAtRest = async () => {
    const now = await middleOf(card)
    const isSame = now.x === last.x && now.y === last.y
    last = now
    return isSame
  }
  await expect.poll(isAtRest, { interval: 200 }).toBe(true)
  return last
}
