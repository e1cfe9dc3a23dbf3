/** Why review requests go as they do: nothing about it can be set otherwise. */
export const ReviewsLaw = () => (
  <section className="grid gap-1">
    <h3 className="text-16">Why you can't choose who is asked</h3>
    <ul className="grid list-disc gap-1 pl-5 text-ink-2">
      <li>A request for a review is marketing, so it goes only to clients who agreed, and says how to stop (PECR, regulation 22).</li>
      <li>
        Asking only those who will praise you, or giving something for a review, makes reviews misleading, which is banned (Digital Markets,
        Competition and Consumers Act 2024, Schedule 20). So consent and the diary alone decide, nobody is asked first how it was, and
        nothing is offered. If you change the words, keep to that.
      </li>
    </ul>
  </section>
)
