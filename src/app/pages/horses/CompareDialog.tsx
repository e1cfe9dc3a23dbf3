import { type ReactNode, useState } from 'react'
import { type ComparedFoot, type ComparedMeasure, compareFeet, earlierWithFeet, type FootedWork } from '#app/pages/horses/compare.ts'
import type { photosByWork } from '#app/pages/horses/photos.ts'
import { type FootScheme, footWords } from '#features/core/practice/foot-names.ts'
import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import { PhotoStripCard } from '#features/evidence/files/web/PhotoStripCard.tsx'
import type { KnownWork } from '#features/visits/work/web/data.ts'
import { capital } from '#lib/capital.ts'
import { dayAndYear } from '#lib/dates.ts'
import { cx } from '#ui/cx.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'

type PhotosOf = ReturnType<typeof photosByWork>
type Visit = FootedWork<KnownWork>
type Props = { entry: Visit; work: readonly KnownWork[]; photosOf: PhotosOf; onClose: () => void }

/** A visit next to an earlier one, foot by foot. */
export function CompareDialog({ entry, work, photosOf, onClose }: Props) {
  const scheme = useFootScheme()
  const choices = earlierWithFeet(work, entry.id)
  const [chosenId, choose] = useState(choices[0]?.id)
  const before = choices.find(({ id }) => id === chosenId) ?? choices[0]
  if (!before) return null
  const feet = compareFeet(before, entry, work)
  return (
    <Dialog open size="lg" onOpenChange={(isOpen) => !isOpen && onClose()} title="Compare two visits" description={visitInWords(entry)}>
      <div className="grid gap-4">
        <Field label="With the visit of">
          <Select
            value={before.id}
            onChange={({ target }) => choose(target.value)}
            options={choices.map((choice) => ({ value: choice.id, label: visitInWords(choice) }))}
          />
        </Field>
        <p role="status" className="font-bold">
          {differenceInWords(feet, scheme)}
        </p>
        <div className="grid gap-3.5 md:grid-cols-2">
          {feet.map((foot) => (
            <FootCompared key={foot.foot} compared={foot} before={before} now={entry} photosOf={photosOf} />
          ))}
        </div>
        <WholeHorse before={before} now={entry} />
      </div>
    </Dialog>
  )
}

type FootProps = { compared: ComparedFoot; before: Visit; now: Visit; photosOf: PhotosOf }

/** One foot on both visits; outlined where it was left otherwise. */
function FootCompared({ compared, before, now, photosOf }: FootProps) {
  const title = capital(footWords(compared.foot, useFootScheme()))
  const isOther = compared.changes.length > 0
  const [was, is] = [before, now].map((visit) => photosOf(visit).filter(({ foot }) => foot === compared.foot))
  return (
    <section
      aria-label={title}
      className={cx('grid content-start gap-2 rounded-lg border-2 px-3.5 py-3', isOther ? 'border-ember' : 'border-line')}
    >
      <h3 className="text-16">{title}</h3>
      {isOther && (
        <ul className="font-medium text-ember-ink">
          {compared.changes.map((words) => (
            <li key={words}>{capital(words)}</li>
          ))}
        </ul>
      )}
      <Beside before={before} now={now}>
        {(visit) => {
          const { words, found } = visit === now ? compared.now : compared.before
          return (
            <>
              <p>{words}</p>
              {compared.measures.map((measure) => (
                <MeasureLine key={measure.name} measure={measure} isNow={visit === now} />
              ))}
              {found && <Labelled label="Found">{found}</Labelled>}
              {was && is && was.length > 0 && is.length > 0 && <PhotoStripCard photos={visit === now ? is : was} others={photosOf.all} />}
            </>
          )
        }}
      </Beside>
    </section>
  )
}

function MeasureLine({ measure: { name, before, now, difference }, isNow }: { measure: ComparedMeasure; isNow: boolean }) {
  const value = (isNow ? now : before) ?? 'not measured'
  return <Labelled label={name}>{isNow && difference ? `${value} (${difference})` : value}</Labelled>
}

/** What was recorded of the whole horse on either visit. */
function WholeHorse({ before, now }: { before: Visit; now: Visit }) {
  if (![before, now].some(({ findings, recommendations }) => findings || recommendations)) return null
  return (
    <section aria-label="The whole horse" className="grid gap-2 rounded-lg border-2 border-line px-3.5 py-3">
      <h3 className="text-16">The whole horse</h3>
      <Beside before={before} now={now}>
        {({ findings, recommendations }) => (
          <>
            {findings && <Labelled label="Found">{findings}</Labelled>}
            {recommendations && <Labelled label="Advised">{recommendations}</Labelled>}
            {!findings && !recommendations && <p className="text-ink-2">Nothing noted</p>}
          </>
        )}
      </Beside>
    </section>
  )
}

/** The earlier visit at the left, this one at the right. */
const Beside = ({ before, now, children }: { before: Visit; now: Visit; children: (visit: Visit) => ReactNode }) => (
  <dl className="grid grid-cols-2 gap-x-3">
    {[before, now].map((visit) => (
      <div key={visit.id} className="grid min-w-0 content-start gap-1">
        <dt className="text-14 text-ink-2">
          <time dateTime={visit.workDate}>{dayAndYear(visit.workDate)}</time>
        </dt>
        <dd className="grid min-w-0 content-start gap-1 [overflow-wrap:anywhere]">{children(visit)}</dd>
      </div>
    ))}
  </dl>
)

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <p className="whitespace-pre-line">
    <span className="text-ink-2">{`${label}: `}</span>
    {children}
  </p>
)

/** `Changed: near fore, off fore`. */
function differenceInWords(feet: readonly ComparedFoot[], scheme: FootScheme): string {
  const other = feet.filter(({ changes }) => changes.length > 0).map(({ foot }) => footWords(foot, scheme))
  return other.length === 0 ? 'All four feet were left the same' : `Changed: ${other.join(', ')}`
}

const visitInWords = ({ workDate, serviceType }: Visit) => `${dayAndYear(workDate)}, ${serviceType}`
