import type { CareFilter, CareRow, CareView } from '#app/my/care-view.ts'
import { CareFrame } from '#app/pages/my/care/CareFrame.tsx'
import { cardDay } from '#features/day/visit-card/card.ts'
import { Badge } from '#ui/Badge.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** So many, and they are searched; fewer are seen at a glance. */
const WORTH_SEARCHING = 7

/** All horses that a person looks after, of every practice. */
export const CarePage = ({ all, withNews, asked, groups, hasOwn }: CareView) => (
  <CareFrame
    title={all === 0 ? 'No horses' : all === 1 ? 'One horse' : `${all} horses`}
    {...(hasOwn && { back: { href: '/my', label: '‹ My horses' } })}
  >
    {all === 0 ? (
      <p className="text-ink-2">
        No horse is open to you now. When an owner or a farrier lets you in, it stands here. If you expect one, ask them.
      </p>
    ) : (
      <>
        {(all >= WORTH_SEARCHING || asked.words) && <Search asked={asked} />}
        <Ways asked={asked} withNews={withNews} />
        {groups.length === 0 && <p className="text-ink-2">None of your horses is like that.</p>}
        {groups.map(({ name, horses }) => (
          <Group key={name} name={name} horses={horses} />
        ))}
      </>
    )}
  </CareFrame>
)

const Search = ({ asked }: { asked: CareFilter }) => (
  <search>
    <form method="get" action="/my/care" className="flex items-end gap-2">
      {asked.by === 'practice' && <input type="hidden" name="by" value="practice" />}
      <Field label="Horse, yard or practice" className="flex-1">
        <TextInput type="search" name="q" defaultValue={asked.words} maxLength={80} autoComplete="off" />
      </Field>
      <button type="submit" className={buttonClass({})}>
        Search
      </button>
    </form>
  </search>
)

/** How they are sorted, and which of them are shown. */
const Ways = ({ asked, withNews }: { asked: CareFilter; withNews: number }) => (
  <nav aria-label="Which horses" data-screen-only className="flex flex-wrap gap-x-5">
    <Way to={{ ...asked, by: 'yard' }} isHere={asked.by === 'yard'} label="By yard" />
    <Way to={{ ...asked, by: 'practice' }} isHere={asked.by === 'practice'} label="By practice" />
    {(withNews > 0 || asked.newOnly) && (
      <Way
        to={{ ...asked, newOnly: !asked.newOnly }}
        isHere={false}
        label={asked.newOnly ? 'All of them' : `New since you looked (${withNews})`}
      />
    )}
    {asked.words && <Way to={{ ...asked, words: '' }} isHere={false} label="Clear the search" />}
  </nav>
)

const Way = ({ to, isHere, label }: { to: CareFilter; isHere: boolean; label: string }) => (
  <a
    href={addressOf(to)}
    aria-current={isHere ? 'page' : undefined}
    className="grid min-h-12 content-center underline underline-offset-4 aria-[current=page]:font-bold aria-[current=page]:no-underline"
  >
    {label}
  </a>
)

function addressOf({ by, words, newOnly }: CareFilter): string {
  const query = new URLSearchParams({
    ...(by === 'practice' && { by }),
    ...(words && { q: words }),
    ...(newOnly && { new: 'yes' }),
  }).toString()
  return query ? `/my/care?${query}` : '/my/care'
}

const Group = ({ name, horses }: { name: string; horses: readonly CareRow[] }) => (
  <section aria-label={name} className="overflow-hidden rounded-lg border border-line bg-surface">
    <h2 className="flex flex-wrap justify-between gap-x-3 px-4 pt-3.5 pb-2 text-18 [overflow-wrap:anywhere]">
      {name}
      {horses.length > 1 && <span className="font-normal text-ink-2">{horses.length}</span>}
    </h2>
    <ul className="border-t border-line">
      {horses.map((horse) => (
        <li key={horse.id} className="border-line not-first:border-t">
          <Row horse={horse} />
        </li>
      ))}
    </ul>
  </section>
)

const Row = ({ horse: { slug, id, name, detail, news, until, isEnding } }: { horse: CareRow }) => (
  <a
    href={`/my/care/${slug}/${id}`}
    className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2 text-ink no-underline hover:bg-sunken"
  >
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <b className="block">{name}</b>
      {detail && <span className="block text-14 text-ink-2">{detail}</span>}
      {!isEnding && <span className="block text-14 text-ink-2">Open to you until {cardDay(until)}</span>}
    </span>
    <span className="flex flex-wrap gap-1.5">
      {isEnding && <Badge tone="due">{`Until ${cardDay(until)}`}</Badge>}
      {news && <Badge tone="soft">{news}</Badge>}
    </span>
  </a>
)
