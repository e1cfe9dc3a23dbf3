import type { ServiceChosen, ServiceView } from '#app/my/services-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { Checkbox } from '#ui/Checkbox.tsx'

/** Before a service is begun: for which horses, then all that has to be known, above the button. */
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
    <p>
      {view.price} a horse, a month, VAT included. Choose the horses; then you read what it costs altogether, before you decide anything.
    </p>
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

const Facts = ({ view, chosen }: { view: ServiceView; chosen: ServiceChosen }) => (
  <form method="post" action={`${pathOf(view)}/begin`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <input type="hidden" name="service" value={view.service} />
    <input type="hidden" name="for" value={view.clientId} />
    {chosen.horseIds.map((id) => (
      <input key={id} type="hidden" name="horse" value={id} />
    ))}
    <ul className="grid gap-1">
      <li className="[overflow-wrap:anywhere]">
        <b>For {chosen.horses.join(', ')}</b>, with {view.practice}.
      </li>
      <li>
        <b>{chosen.monthly} a month</b>, VAT included, from {chosen.fromDay}.
      </li>
      <li>It renews each month until you end it.</li>
      <li>You end it here, with one press.</li>
      <li>14 days to change your mind: it ends at once. Later it runs to the end of its month.</li>
      <li>
        <b>Test version: nothing is sold, and nothing is charged.</b>
      </li>
    </ul>
    {view.fault && (
      <p role="alert" className="font-medium text-flag-ink">
        {view.fault}
      </p>
    )}
    <Checkbox name="now" value="yes" label="I want it to begin today, within the 14 days" />
    <button type="submit" className={buttonClass({ variant: 'primary', block: true })}>
      Pay {chosen.monthly} a month
    </button>
    <p className="text-14 text-ink-2">{view.text} Your vet or physio comes in only once you have agreed to it, by name.</p>
  </form>
)
