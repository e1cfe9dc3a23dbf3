import type { PrivacyView } from '#app/my/data-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'

/** What is kept about those who use the portal, and why; docs/PRIVACY.md says the same to operators. */
export const MyPrivacyPage = ({ isSignedIn }: PrivacyView) => (
  <MyFrame
    title="What is kept, and why"
    {...(isSignedIn
      ? { place: 'home', back: { href: '/my', label: '‹ My horses' } }
      : { back: { href: '/my/sign-in', label: '‹ Sign in' } })}
  >
    {PARTS.map(([title, ...lines]) => (
      <section key={title} className="grid gap-2">
        <h2 className="text-20">{title}</h2>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </section>
    ))}
  </MyFrame>
)

const PARTS: readonly [title: string, ...lines: string[]][] = [
  [
    'Who is responsible',
    'Each farrier is responsible for their own records: your horses, visits, messages and bills. Whoever runs this server keeps those records for them, and is responsible for your sign-in.',
  ],
  [
    'What is kept for signing in',
    'The e-mail addresses and numbers you have proven, your passkeys, and the devices you’re signed in on. We need them to let you in, and nobody else.',
    'Codes and links are kept for a day, and only in a form that can’t be read back. Tries are counted so that nobody can guess their way in.',
    'Your phone keeps your horses, visits and bills as you last read them, so that you can read them without signal; not on a shared computer. They go when you sign out. If you ask to be told of news there, we keep where your phone’s browser takes it, until you sign out or stop it.',
    'One cookie keeps you signed in. There are no others, no advertising and no tracking.',
  ],
  [
    'What your farrier sees',
    'When you open a horse, a visit, a file or a bill, that is noted, so that your farrier knows it has reached you. These notes go after a time that your farrier sets, 24 months as it comes.',
    'What you answer, write, send, pay and accept goes into your farrier’s records.',
    'If you have a service for a horse, your farrier knows which, since when and until when. What you pay for it is between you and whoever runs this server.',
    'Your vet or physio sees a horse only once you have agreed, by name, from which day on and until when. You take that back with a press, and it holds at once. What you agreed is kept for six years, as proof.',
  ],
  [
    'Who else sees it',
    'Only people your farrier lets in for you, such as your partner or groom. They see your bills only if you share them. The manager of your yard, where your farrier has let them in, sees which horses to have in and when, unless you hide yours under Settings. Card payments are taken by Stripe on its own page; we never see your card.',
    'If you pay for a service, Stripe has your e-mail address, your card and what you pay, and nothing about your horses but how many. What you were told about it is kept word for word, so that you can read it again under Services.',
  ],
  [
    'How long',
    'Your account stays until you close it.',
    'Farriers keep bills and what belongs to them for six years, because the law says so.',
    'What was charged and given back for a service is kept for six years, too. When you close your account Stripe is told to forget you, and these receipts are kept without your name.',
  ],
  [
    'What you can do',
    'Under My data you can download what you see, ask a farrier for everything held about you, and close your account. You can ask a farrier to correct or delete what they hold, and you can complain to the Information Commissioner’s Office at ico.org.uk.',
  ],
]
