import type { HadService, ServiceShown, ServicesClient, ServicesPractice, ServicesView } from '#app/my/services-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { MyServicesMoney, MyServicesTold } from '#app/pages/my/MyServicesMoney.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { Note } from '#ui/Note.tsx'

/** What there is to pay for at each of their farriers, and what they have; each ends with one press. */
export const MyServicesPage = ({ practices, said, fault, isOnItsWay, money, told }: ServicesView) => (
  <MyFrame title="Services" place="home" back={{ href: '/my', label: '‹ My horses' }}>
    {said && (
      <Note tone="ok" live>
        {SAID[said]}
      </Note>
    )}
    {fault && (
      <Note tone="late" live>
        {fault}
      </Note>
    )}
    {isOnItsWay && <Note tone="due">Something you did is still on its way. Open this page again in a moment.</Note>}
    {money && <MyServicesMoney {...money} isOfSeveral={countOf(practices) > 1} />}
    {practices.length === 0 && (
      <p className="text-ink-2">Your farrier offers nothing that costs extra. What you see of your horses is included.</p>
    )}
    {practices.map((practice) => (
      <Practice key={practice.slug} practice={practice} />
    ))}
    {told.length > 0 && <MyServicesTold told={told} />}
  </MyFrame>
)

/** How many things they have that they can end. */
const countOf = (practices: readonly ServicesPractice[]): number =>
  practices.flatMap(({ clients }) => clients.flatMap(({ services }) => services.flatMap(({ has }) => has))).filter(({ canEnd }) => canEnd)
    .length

const SAID: Readonly<Record<NonNullable<ServicesView['said']>, string>> = {
  begun: 'It has begun. You’ll get a message that says what you have.',
  waiting: 'Your payment is on its way. It begins as soon as it has arrived; open this page again in a moment.',
  ended: 'Ended. You’ll get a message that says so, and what is given back.',
}

const Practice = ({ practice }: { practice: ServicesPractice }) => (
  <section aria-labelledby={practice.slug} className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <h2 id={practice.slug} className="text-20 [overflow-wrap:anywhere]">
      {practice.name}
    </h2>
    {practice.closed && <Note>{practice.closed}</Note>}
    {practice.clients.map((client) => (
      <Client key={client.id} practice={practice} client={client} isOneOfSeveral={practice.clients.length > 1} />
    ))}
  </section>
)

type ClientProps = { practice: ServicesPractice; client: ServicesClient; isOneOfSeveral: boolean }

const Client = ({ practice, client, isOneOfSeveral }: ClientProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
    {isOneOfSeveral && <h3 className="text-18 [overflow-wrap:anywhere]">{client.name}</h3>}
    {client.services.map((service) => (
      <Service key={service.service} service={service} practice={practice} clientId={client.id} />
    ))}
  </div>
)

type ServiceProps = { service: ServiceShown; practice: ServicesPractice; clientId: string }

const Service = ({ service: { service, name, text, price, canBegin, has }, practice, clientId }: ServiceProps) => (
  <article className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-lg border border-line bg-surface p-4">
    <b className="text-18">{name}</b>
    <p>{text}</p>
    <p className="text-ink-2">{price}.</p>
    {has.length > 0 && (
      <ul className="grid gap-2 border-t border-line pt-2">
        {has.map((one) => (
          <Had key={one.id} one={one} name={name} action={`/my/at/${practice.slug}/services/end`} clientId={clientId} />
        ))}
      </ul>
    )}
    {canBegin && !practice.closed && (
      <a
        href={`/my/at/${practice.slug}/services?service=${service}&for=${clientId}`}
        className={buttonClass({ className: 'w-fit max-w-full whitespace-normal' })}
      >
        {has.length > 0 ? 'For another horse' : 'How it works, and what it costs'}
        <span className="sr-only">: {name}</span>
      </a>
    )}
  </article>
)

const Had = ({ one, name, action, clientId }: { one: HadService; name: string; action: string; clientId: string }) => (
  <li className="flex flex-wrap items-center justify-between gap-3">
    <span className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
      <b className="block">{one.horse}</b>
      <span className="text-14 text-ink-2">{one.standing}</span>
    </span>
    {one.canEnd && (
      <form method="post" action={action}>
        <input type="hidden" name="for" value={clientId} />
        <input type="hidden" name="id" value={one.id} />
        <button type="submit" className={buttonClass({ variant: 'danger' })}>
          End it
          <span className="sr-only">
            : {name} for {one.horse}
          </span>
        </button>
      </form>
    )}
  </li>
)
