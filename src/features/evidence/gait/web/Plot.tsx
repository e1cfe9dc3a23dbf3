import { useEffect, useRef, useState } from 'react'
import type { AlignedData, Options } from 'uplot'
import type { GaitTable } from '#features/evidence/gait/table.ts'
import { figure, lineOf, type Placed } from '#features/evidence/gait/web/lines.ts'
import { Button } from '#ui/Button.tsx'
import 'uplot/dist/uPlot.min.css'
import '#features/evidence/gait/web/plot.css'

type Props = { unit: string; x: GaitTable['x']; columns: readonly Placed[] }

const HEIGHT = 260
/** All plots of the screen show the same moment and the same stretch. */
const TOGETHER = 'gait'

/** Columns of one unit against time. Dragging across zooms in; the figures under the pointer are shown below. */
export function Plot({ unit, x, columns }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [isClose, setClose] = useState(false)
  const [round, setRound] = useState(0)
  const theme = useTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round, or theme, is the same plot drawn again
  useEffect(() => {
    const box = place.current
    if (!box) return
    let end = () => {}
    let isGone = false
    const draw = async () => {
      const { default: UPlot } = await import('uplot')
      if (isGone) return
      const data: AlignedData = [x.values, ...columns.map(({ column }) => column.values.map(orGap))]
      const plot = new UPlot(
        optionsOf({ unit, x, columns }, box, () => setClose(true)),
        data,
        box,
      )
      const sized = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT }))
      sized.observe(box)
      end = () => {
        sized.disconnect()
        plot.destroy()
      }
    }
    void draw()
    return () => {
      isGone = true
      end()
      setClose(false)
    }
  }, [unit, x, columns, round, theme])
  const names = columns.map(({ column }) => column.label).join(', ')
  return (
    <section aria-label={unit ? `Plot in ${unit}` : 'Plot'} className="grid min-w-0 gap-1">
      <div className="flex min-h-10 items-center justify-between gap-3 text-14 text-ink-2">
        <p className="font-medium text-ink">{unit || 'No unit given'}</p>
        {isClose && (
          <Button size="sm" onClick={() => setRound(round + 1)}>
            Show all of it
          </Button>
        )}
      </div>
      <div ref={place} role="img" aria-label={`${names} by ${x.label}`} className="gait-plot min-h-65 min-w-0" />
    </section>
  )
}

function optionsOf({ x, columns }: Props, box: HTMLElement, onClose: () => void): Options {
  const read = (token: string) => inThemeOf(box, token)
  const axis = { stroke: read('--ink-2'), grid: { stroke: read('--line'), width: 1 }, ticks: { stroke: read('--line-2'), width: 1 } }
  const font = `13px ${getComputedStyle(box).fontFamily}`
  return {
    width: box.clientWidth,
    height: HEIGHT,
    scales: { x: { time: false } },
    cursor: { sync: { key: TOGETHER, setSeries: false }, drag: { x: true, y: false } },
    axes: [
      { ...axis, font, labelFont: font, label: x.label, labelSize: 20 },
      { ...axis, font, size: 64, values: (_, marks) => marks.map(figure) },
    ],
    series: [
      { label: x.label, value: (_, value) => valueText(value) },
      ...columns.map(({ column, place }) => {
        const { token, dash } = lineOf(place)
        const value = (_: unknown, measured: number | null) => valueText(measured)
        return { label: column.label, stroke: read(token), width: 1.5, dash: [...dash], points: { show: false }, value }
      }),
    ],
    hooks: { setSelect: [(plot) => plot.select.width > 0 && onClose()] },
  }
}

const valueText = (value: number | null) => (value === null || Number.isNaN(value) ? '–' : figure(value))

/* What uPlot knows as nothing measured. */
const orGap = (value: number) => (Number.isNaN(value) ? null : value)

/* A canvas knows neither `var()` nor `light-dark()`. */
function inThemeOf(box: HTMLElement, token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  box.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Counts each change of the theme, by the person or the device: a painted canvas doesn't follow the theme automatically. */
function useTheme(): number {
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    const changed = () => setChanges((count) => count + 1)
    const device = matchMedia('(prefers-color-scheme: dark)')
    const person = new MutationObserver(changed)
    person.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    device.addEventListener('change', changed)
    return () => {
      person.disconnect()
      device.removeEventListener('change', changed)
    }
  }, [])
  return changes
}
