import { Plus, Trash2 } from 'lucide-react'
import { type Film, withMeasure, withoutMeasure } from '#features/evidence/radiographs/film.ts'
import { measured } from '#features/evidence/radiographs/measure.ts'
import type { RadiographFacts } from '#features/evidence/radiographs/radiograph.ts'
import { scaleWords } from '#features/evidence/radiographs/scale.ts'
import { nameOf } from '#features/evidence/radiographs/web/Marks.tsx'
import type { Change } from '#features/evidence/radiographs/web/use-pointers.ts'
import { Button } from '#ui/Button.tsx'

type Props = { facts: RadiographFacts; film: Film; change: Change }

/** The scale of the lengths, the measurements, and a button that adds one for users who can't draw. */
export function Measurements({ facts, film, change }: Props) {
  const picture = { width: facts.columns, height: facts.rows }
  return (
    <div className="grid gap-2">
      <p className="text-14 text-ink-2">{scaleWords(facts.scale)}</p>
      {film.measures.length > 0 && (
        <ul aria-label="Measurements" className="flex gap-2 overflow-x-auto md:grid md:gap-1">
          {film.measures.map((measure) => (
            <li key={measure.id} className="flex shrink-0 items-center gap-2 rounded-lg border border-line pl-3">
              <span className="text-14 md:flex-1">{nameOf(measure)}</span>
              <b className="tabular-nums">{measured(measure, facts.scale)}</b>
              <Button
                variant="quiet"
                size="icon"
                icon={Trash2}
                aria-label={`Remove ${nameOf(measure).toLowerCase()}`}
                onClick={() => change((now) => withoutMeasure(now, measure.id))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex gap-2 max-md:[&>*]:flex-1">
        <Button size="sm" icon={Plus} onClick={() => change((now) => withMeasure(now, 'length', picture))}>
          Add length
        </Button>
        <Button size="sm" icon={Plus} onClick={() => change((now) => withMeasure(now, 'angle', picture))}>
          Add angle
        </Button>
      </div>
    </div>
  )
}
