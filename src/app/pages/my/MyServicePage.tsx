import type { ServiceChosen, ServiceView } from '#app/my/services-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { Checkbox } from '#ui/Checkbox.tsx'

/** Before a service is begun: for which horses, then all there is to know, together and alone above the button. */
export const MyServicePage = (view: ServiceView) => (
  <MyFrame title={view.name} place="home" back={{ href: '/my/services', label: '‹ Services' }}>
    {view.chosen ? <Facts view={view} chosen={view.chosen} /> : <Choose view={view} />}
  </MyFrame>
)

const pathOf = ({ slug }: ServiceView) => `/my/at/${slug}/services`

/** The price follows from the horses, so they are chosen first: no script adds it up. */
const Choose = ({ view }: { view: ServiceView }) => (
  <>
    <p>{view.text}</p>
    <p>{view.price}. Choose the horses; then you read what it costs altogether, before you decide anything.</p>
    <form method="get" action={pathOf(view)} className="grid gap-3">
      <input type="hidden" name="service" value={view.service} />
      <input type="hidden" name="for" value={view.clientId} />
      <fieldset className="grid gap-1">
        <legend className="font-medium">For which horses?</legend>
        {view.choose.map(({ id, name }) => (
          <Checkbox key={id} name="horse" value={id} label={<span className="[overflow-wrap:anywhere]">{name}</span>} />
        ))}
      </fieldset>
      <button type="submit" className={buttonClass({ block: true })}>
        See what it costs
      </button>
    </form>
  </>
)

type ChosenProps = { view: ServiceView; chosen: ServiceChosen }

const Facts = ({ view, chosen }: ChosenProps) => (
  <>
    <form method="post" action={`${pathOf(view)}/begin`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <input type="hidden" name="service" value={view.service} />
      <input type="hidden" name="for" value={view.clientId} />
      {chosen.horseIds.map((id) => (
        <input key={id} type="hidden" name="horse" value={id} />
      ))}
      {chosen.said && (
        <>
          <input type="hidden" name="pence" value={chosen.said.pence} />
          <input type="hidden" name="moment" value={chosen.said.moment ?? ''} />
        </>
      )}
      <ul className="grid gap-1">
        {chosen.facts.map(({ key, rest }) => (
          <li key={key} className="[overflow-wrap:anywhere]">
            <b>{key}</b>
            {rest}
          </li>
        ))}
      </ul>
      {view.fault && (
        <p role="alert" className="font-medium text-flag-ink">
          {view.fault}
        </p>
      )}
      {view.needsEmail ? <AddEmail /> : <Order chosen={chosen} />}
    </form>
    <InFull view={view} chosen={chosen} />
  </>
)

/** An order with a duty to pay: its button says so, and the sum; the wish to begin at once is a tick of its own. */
const Order = ({ chosen }: Pick<ChosenProps, 'chosen'>) => (
  <>
    <Checkbox name="now" value="yes" label={chosen.beginNow} />
    <button type="submit" className={buttonClass({ variant: 'primary', block: true })}>
      {chosen.button}
    </button>
    {chosen.next && <p className="text-14 text-ink-2">{chosen.next}</p>}
  </>
)

const AddEmail = () => (
  <>
    <p>All of this is sent to you by e-mail, to keep. Add your e-mail address first.</p>
    <a href="/my/settings" className={buttonClass({ block: true })}>
      Add an e-mail address
    </a>
  </>
)

const InFull = ({ view, chosen }: ChosenProps) => (
  <div className="grid gap-3 border-t border-line pt-3">
    <p className="text-14 text-ink-2">{view.text} Your vet or physio comes in only once you have agreed to it, by name.</p>
    <details>
      <summary className="min-h-12 cursor-pointer py-3 font-medium">All of it, in full</summary>
      <div className="grid gap-2">
        {chosen.terms.map((term) => (
          <p key={term} className="whitespace-pre-line [overflow-wrap:anywhere]">
            {term}
          </p>
        ))}
      </div>
    </details>
  </div>
)
