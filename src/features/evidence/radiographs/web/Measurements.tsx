import { Plus, Trash2 } from 'lucide-react'
import { broughtBack, type Film, isOwn, type Measure, withLabel, withMeasure, withoutMeasure } from '#features/evidence/radiographs/film.ts'
import { measured, USUAL_LABELS } from '#features/evidence/radiographs/measure.ts'
import type { RadiographFacts } from '#features/evidence/radiographs/radiograph.ts'
import { scaleWords } from '#features/evidence/radiographs/scale.ts'
import { nameOf } from '#features/evidence/radiographs/web/Marks.tsx'
import type { Change } from '#features/evidence/radiographs/web/use-pointers.ts'
import { dayAndYear } from '#lib/dates.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Select } from '#ui/Select.tsx'

type Props = { facts: RadiographFacts; film: Film; mayMeasure: boolean; change: Change }

/** The scale of the lengths, the measurements with who made them, and a button that adds one for users who can't draw. */
export function Measurements({ facts, film, mayMeasure, change }: Props) {
  const picture = { width: facts.columns, height: facts.rows }
  const { measures, gone } = film
  return (
    <div className="grid gap-2">
      <p className="text-14 text-ink-2">{scaleWords(facts.scale)}</p>
      {!mayMeasure && measures.length === 0 && <p className="text-14 text-ink-2">Nobody has measured on it yet.</p>}
      {measures.length > 0 && (
        // Its own room on a phone, where the film needs the most; the rings of what is in it stay whole.
        <ul aria-label="Measurements" className="-m-1 grid gap-1 p-1 max-md:max-h-44 max-md:overflow-y-auto">
          {measures.map((measure) => (
            <Row key={measure.id} measure={measure} facts={facts} mayChange={mayMeasure && isOwn(measure)} change={change} />
          ))}
        </ul>
      )}
      {gone && (
        <p role="status" className="flex items-center gap-2 text-14 text-ink-2">
          <span className="flex-1">{`${nameOf(gone)} taken away.`}</span>
          <Button size="sm" variant="quiet" onClick={() => change(broughtBack)}>
            Undo
          </Button>
        </p>
      )}
      {mayMeasure && (
        <div className="flex gap-2 max-md:[&>*]:flex-1">
          <Button size="sm" icon={Plus} onClick={() => change((now) => withMeasure(now, 'length', picture))}>
            Add length
          </Button>
          <Button size="sm" icon={Plus} onClick={() => change((now) => withMeasure(now, 'angle', picture))}>
            Add angle
          </Button>
        </div>
      )}
    </div>
  )
}

type RowProps = { measure: Measure; facts: RadiographFacts; mayChange: boolean; change: Change }

function Row({ measure, facts, mayChange, change }: RowProps) {
  const { id, kind, kept, label, frame } = measure
  const name = nameOf(measure)
  const made = [kept && `${kept.by}, ${dayAndYear(kept.on)}`, facts.frames > 1 && `picture ${frame + 1}`].filter(Boolean).join(', ')
  return (
    <li className={cx('grid rounded-lg border border-line py-1 pl-3', mayChange ? 'pr-1' : 'pr-3')}>
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 text-14 [overflow-wrap:anywhere]">{label && !mayChange ? `${name}: ${label}` : name}</span>
        <b className="tabular-nums">{measured(measure, facts.scale)}</b>
        {mayChange && (
          <Button
            variant="quiet"
            size="icon"
            icon={Trash2}
            aria-label={`Remove ${name.toLowerCase()}`}
            onClick={() => change((now) => withoutMeasure(now, id))}
          />
        )}
      </span>
      {made && <span className="text-14 text-ink-2 [overflow-wrap:anywhere]">{made}</span>}
      {mayChange && (
        <Select
          aria-label={`What ${name.toLowerCase()} is`}
          className="mt-1 mb-1"
          options={[{ value: '', label: 'Not named' }, ...labelsOf(kind, label).map((each) => ({ value: each, label: each }))]}
          value={label ?? ''}
          onChange={({ target }) => change((now) => withLabel(now, id, target.value || null))}
        />
      )}
    </li>
  )
}

/* One with another name keeps it. */
const labelsOf = (kind: Measure['kind'], label: string | null): readonly string[] =>
  label && !USUAL_LABELS[kind].includes(label) ? [...USUAL_LABELS[kind], label] : USUAL_LABELS[kind]
