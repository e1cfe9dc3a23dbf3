import type { JoinState, JoinView } from '#app/join/join-view.ts'
import { AskForCode } from '#app/pages/my/AskForCode.tsx'
import { RegNumber, WhatTheySee } from '#app/pages/my/WhatTheySee.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { Note } from '#ui/Note.tsx'
import { OwnerHead } from '#ui/OwnerHead.tsx'

/** An invitation to the portal. It names the practice and who invites: forwarded, it reveals nothing of the client or a horse. */
export const JoinPage = ({ view }: { view: JoinView }) => (
  <div>
    <OwnerHead name={view?.invitation.practiceName ?? 'My horses'} />
    <main className="mx-auto grid max-w-[560px] gap-4 px-4 pt-5 pb-12 sm:pt-8">{view ? <Invited {...view} /> : <Nothing />}</main>
  </div>
)

type Props = NonNullable<JoinView>

function Invited({ invitation, token, standing }: Props) {
  const { practiceName, from, isHanded, isNamed } = invitation
  const title = <h1 className="text-30 tracking-[-0.025em] [overflow-wrap:anywhere]">{`${from} invites you`}</h1>
  if (isNamed)
    return (
      <>
        {title}
        {from !== practiceName && <p>To see what {practiceName}, their farrier, has for you.</p>}
        <Named token={token} standing={standing} />
      </>
    )
  if (isHanded)
    return (
      <>
        {title}
        <p>See your visits, your horses and your bills in one place. This link works once, on the phone or computer you open it on.</p>
        <form method="post" action={`/join/${encodeURIComponent(token)}`}>
          <button type="submit" className={buttonClass({ variant: 'primary', block: true })}>
            Open my horses
          </button>
        </form>
        <p className="text-ink-2">Not for you? Leave it closed, and tell your farrier.</p>
      </>
    )
  return (
    <>
      {title}
      <p>See your visits, your horses and your bills in one place. There’s no password and nothing to install.</p>
      <a href="/my/sign-in" className={buttonClass({ variant: 'primary', block: true })}>
        Sign in
      </a>
      <p className="text-ink-2">
        {`Use the mobile number or e-mail address that ${practiceName} has for you. You’re sent a code, so this link is no use to anybody else.`}
      </p>
    </>
  )
}

/** To a person the client or the farrier named: their address first, then what they would see, and their yes. */
function Named({ token, standing }: { token: string; standing: JoinState }) {
  if (standing.is === 'proven')
    return (
      <>
        <WhatTheySee invited={standing.invited} />
        <form method="post" action={`/join/${encodeURIComponent(token)}`} className="grid gap-4">
          <RegNumber invited={standing.invited} />
          <button type="submit" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
            Yes, let me in
          </button>
        </form>
        {!standing.invited.care && <p className="text-ink-2">You can stop at any time: at the foot of My horses, under Who can see.</p>}
      </>
    )
  if (standing.is === 'another')
    return (
      <>
        <Note tone="due">
          <b className="block">This was sent to another address.</b> Sign in with the one it came to.
        </Note>
        <AskForCode join={token} help="The one this invitation came to." />
        <p className="text-ink-2">
          Yours too?{' '}
          <a href="/my/settings" className="link">
            Add it to your addresses
          </a>{' '}
          and both open the same, then come back to this link.
        </p>
      </>
    )
  return (
    <>
      <p>There’s no password and nothing to install: we send you a code, so this link is no use to anybody else.</p>
      <AskForCode join={token} takes={standing.takes} help="The one this invitation came to." />
      {standing.isTestVersion && (
        <Note>
          <b className="block">Test version: nothing is sent.</b> The code is in the Outbox of the practice that invites you.
        </Note>
      )}
    </>
  )
}

const Nothing = () => (
  <>
    <h1 className="text-30 tracking-[-0.025em]">This invitation has ended</h1>
    <p className="text-ink-2">
      It was used, withdrawn, or has run out. If you need a new one, ask whoever invited you, or ring your farrier.
    </p>
    <a href="/my/sign-in" className="grid min-h-12 w-fit content-center underline underline-offset-4">
      Been here before? Sign in
    </a>
  </>
)
