import { QUESTIONS } from '#app/pages/pricing/plans.ts'
import { type Question, Questions } from '#app/pages/pricing/Questions.tsx'

const OF_PRICING = ['trial', 'payment', 'leave']

/* What farriers want to know before they try; what it costs is answered as the pricing page does. */
const ASKED: readonly Question[] = [
  {
    id: 'signal',
    question: 'Does it work with no signal?',
    answer:
      'Yes. Once your phone has fetched your practice, everything you need in a day opens without signal: the round, the diary, clients and horses. What you change is kept on the phone and sent when the signal’s back.',
  },
  {
    id: 'bring',
    question: 'Can I bring my clients and my diary?',
    answer:
      'Yes: a spreadsheet of clients, horses or yards, your phone’s contacts, or a diary from another program. You see everything before it’s imported, and one press undoes it.',
  },
  {
    id: 'owners',
    question: 'Do owners need an app?',
    answer: 'No. They get a text or e-mail with a link, and the page opens on any phone. They don’t need a password.',
  },
  {
    id: 'several',
    question: 'I work with others. Does that work?',
    answer: 'Yes, with Enterprise: everyone has their own round, and an apprentice sees no prices.',
  },
]

/** Questions and answers. */
export const LandingQuestions = () => (
  <div id="questions" className="mx-auto w-full max-w-[860px] scroll-mt-4 px-4 pb-12 md:pb-16">
    <Questions questions={[...ASKED, ...QUESTIONS.filter(({ id }) => OF_PRICING.includes(id))]} />
  </div>
)
