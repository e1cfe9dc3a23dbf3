import type { OtherRow, SharedWithMe, SharingClient, SharingPractice, SharingView } from '#app/my/sharing-view.ts'
import { CareSharing } from '#app/pages/my/CareSharing.tsx'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { MyPhotosInPublic } from '#app/pages/my/MyPhotosInPublic.tsx'
import { MyShares } from '#app/pages/my/MyShares.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** Everyone who sees a horse of theirs, and what others share with them. */
export const MySharingPage = ({ practices, mine, hasInvited, said, careFault }: SharingView) => (
  <MyFrame title="Who can see" place="home" back={{ href: '/my', label: '‹ My horses' }}>
    {hasInvited && (
      <Note tone="ok" live>
        <b className="block">The invitation is on its way.</b> They sign in with the address you gave, and nobody else can use it.
      </Note>
    )}
    {said && (
      <Note tone="ok" live>
        {SAID[said]}
      </Note>
    )}
    {careFault && (
      <Note tone="late" live>
        {careFault}
      </Note>
    )}
    {practices.length === 0 && mine.length === 0 && <p className="text-ink-2">You have no horses here, so there’s nothing to share.</p>}
    {practices.map((practice) => (
      <Practice key={practice.slug} practice={practice} />
    ))}
    {mine.length > 0 && (
      <section aria-labelledby="mine" className="grid gap-1">
        <h2 id="mine" className="text-20">
          Shared with you
        </h2>
        <ul className="rounded-lg border border-line bg-surface">
          {mine.map((one) => (
            <Mine key={`${one.what} ${one.id}`} one={one} />
          ))}
        </ul>
      </section>
    )}
  </MyFrame>
)

const SAID = {
  waits: 'Your farrier is asked first. They’re invited as soon as your farrier says yes.',
  'goes-on': 'It goes on. Nothing changes for them.',
} as const

const Practice = ({ practice }: { practice: SharingPractice }) => (
  <section aria-labelledby={practice.slug} className="grid gap-4">
    <h2 id={practice.slug} className="text-20 [overflow-wrap:anywhere]">
      {practice.name}
    </h2>
    {practice.clients.map((client) => (
      <Client key={client.id} practice={practice} client={client} isOneOfSeveral={practice.clients.length > 1} />
    ))}
    <MyShares shares={practice.links} />
  </section>
)

type ClientProps = { practice: SharingPractice; client: SharingClient; isOneOfSeveral: boolean }

function Client({ practice, client, isOneOfSeveral }: ClientProps) {
  const { id, name, people, invited } = client
  const rows = [...people, ...invited]
  return (
    <div className="grid gap-4">
      {isOneOfSeveral && <h3 className="text-18 [overflow-wrap:anywhere]">{name}</h3>}
      {rows.length === 0 ? (
        <p className="text-ink-2">Only you, and your farrier.</p>
      ) : (
        <ul className="rounded-lg border border-line bg-surface">
          {rows.map((row) => (
            <Other key={`${row.what} ${row.id}`} row={row} action={`/my/at/${practice.slug}/sharing/end`} clientId={id} />
          ))}
        </ul>
      )}
      {practice.closed ? <Note tone="due">{practice.closed}</Note> : <Invite practice={practice} client={client} />}
      <CareSharing slug={practice.slug} clientId={id} care={client.care} isClosed={practice.closed !== null} />
      <MyPhotosInPublic slug={practice.slug} clientId={id} photos={client.photos} isClosed={practice.closed !== null} />
    </div>
  )
}

const Other = ({ row: { what, id, name, sees, detail }, action, clientId }: { row: OtherRow; action: string; clientId: string }) => (
  <li className="flex flex-wrap items-center justify-between gap-3 border-line px-4 py-3 not-first:border-t">
    <span className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
      <b className="block">{name}</b>
      <span className="block">{sees}</span>
      <span className="block text-14 text-ink-2">{detail}</span>
    </span>
    <form method="post" action={action}>
      <input type="hidden" name="for" value={clientId} />
      <input type="hidden" name="what" value={what} />
      <input type="hidden" name="id" value={id} />
      <button type="submit" className={buttonClass({ variant: 'danger' })}>
        {what === 'invite' ? 'Withdraw' : 'End now'}
        <span className="sr-only">, {name}</span>
      </button>
    </form>
  </li>
)

/** Two forms, one for each way: without a script neither shows the other's fields. */
const Invite = ({ practice, client: { id, horses, form } }: Omit<ClientProps, 'isOneOfSeveral'>) => (
  <div className="grid gap-3">
    <details open={form.role === 'helper' && form.fault !== null} className="rounded-lg border border-line bg-surface">
      <summary className="min-h-12 px-4 py-3 font-medium">Add somebody who helps: a partner or a groom</summary>
      <form method="post" action={`/my/at/${practice.slug}/sharing/invite`} className="grid gap-4 px-4 pb-4">
        <p className="text-ink-2">
          They see all your horses, visits and messages, and answer about visits. They can’t cancel, or accept terms.
        </p>
        <input type="hidden" name="for" value={id} />
        <input type="hidden" name="role" value="helper" />
        <Who form={form} isHere={form.role === 'helper'} />
        <Checkbox label="They see the bills too, and may pay them" name="bills" defaultChecked={form.role === 'helper' && form.seesMoney} />
        <Send />
      </form>
    </details>
    {practice.hasRecord && horses.length > 0 && (
      <details open={form.role === 'sharer'} className="rounded-lg border border-line bg-surface">
        <summary className="min-h-12 px-4 py-3 font-medium">Add a sharer of one horse</summary>
        <form method="post" action={`/my/at/${practice.slug}/sharing/invite`} className="grid gap-4 px-4 pb-4">
          <p className="text-ink-2">
            They see that horse, its photos and its coming visits. No bills, no files, and none of your other horses.
          </p>
          <input type="hidden" name="for" value={id} />
          <input type="hidden" name="role" value="sharer" />
          <Field label="Horse">
            <Select name="horse" defaultValue={form.horseId} options={horses.map((horse) => ({ value: horse.id, label: horse.name }))} />
          </Field>
          <Who form={form} isHere={form.role === 'sharer'} />
          <Checkbox
            label="They may confirm its visits, or ask for another time"
            name="answers"
            defaultChecked={form.role === 'sharer' && form.mayAnswer}
          />
          <Send />
        </form>
      </details>
    )}
  </div>
)

/** What was typed stands in the form that it was typed in. */
const Who = ({ form, isHere }: { form: SharingClient['form']; isHere: boolean }) => (
  <>
    {isHere && form.fault && (
      <Note tone="late" live>
        {form.fault}
        {form.mustProve && (
          <a href="/my/settings#addresses" target="_blank" rel="noreferrer" className="block min-h-12 py-3 underline underline-offset-4">
            Settings, in another tab
          </a>
        )}
      </Note>
    )}
    <Field label="Their name" help="As you call them." required>
      <TextInput name="name" autoComplete="off" maxLength={80} defaultValue={isHere ? form.name : ''} required />
    </Field>
    <Field label="Their e-mail or mobile number" help="They sign in with it. A UK mobile, or any e-mail." required>
      <TextInput
        name="to"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        defaultValue={isHere ? form.to : ''}
        required
      />
    </Field>
  </>
)

const Send = () => (
  <button type="submit" className={buttonClass({ variant: 'primary', block: true })}>
    Send the invitation
  </button>
)

const Mine = ({ one: { slug, practice, what, id, name } }: { one: SharedWithMe }) => (
  <li className="flex flex-wrap items-center justify-between gap-3 border-line px-4 py-3 not-first:border-t">
    <span className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
      <b className="block">{what === 'horse' ? name : `All of ${name}’s horses`}</b>
      <span className="block text-14 text-ink-2">{practice}</span>
    </span>
    <form method="post" action={`/my/at/${slug}/sharing/leave`} className="max-w-full">
      <input type="hidden" name="what" value={what} />
      <input type="hidden" name="id" value={id} />
      <button type="submit" className={buttonClass({ className: 'max-w-full py-2 whitespace-normal [overflow-wrap:anywhere]' })}>
        {what === 'horse' ? `I no longer look after ${name}` : `I no longer help ${name}`}
      </button>
    </form>
  </li>
)
