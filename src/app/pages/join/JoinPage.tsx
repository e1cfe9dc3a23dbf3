import type { JoinView } from '#app/join/join-view.ts'
import { buttonClass } from '#ui/button-style.ts'
import { OwnerHead } from '#ui/OwnerHead.tsx'

/** An invitation to the portal. It names the practice alone: whoever it was forwarded to reads nothing of the client. */
export const JoinPage = ({ view }: { view: JoinView }) => (
  <div>
    <OwnerHead name={view?.invitation.practiceName ?? 'My horses'} />
    <main className="mx-auto grid max-w-[560px] gap-4 px-4 pt-5 pb-12 sm:pt-8">{view ? <Invited {...view} /> : <Nothing />}</main>
  </div>
)

function Invited({ invitation: { practiceName, isHanded }, token }: NonNullable<JoinView>) {
  const title = <h1 className="text-30 tracking-[-0.025em]">{`${practiceName} invites you`}</h1>
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

const Nothing = () => (
  <>
    <h1 className="text-30 tracking-[-0.025em]">This invitation has ended</h1>
    <p className="text-ink-2">It was used, withdrawn, or has run out. If you need a new one, ring or text your farrier.</p>
    <a href="/my/sign-in">Been here before? Sign in</a>
  </>
)
