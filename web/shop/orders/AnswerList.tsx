type Props = {
  answers?: readonly { label: string; answer: string }[] | undefined
  /** On a packing slip, by which the maker writes them. */
  isLarge?: boolean
}

/** The answers of an item, each with its question; nothing without answers. */
export const AnswerList = ({ answers, isLarge = false }: Props) =>
  answers && (
    <ul className={`grid text-muted ${isLarge ? 'gap-1' : 'text-sm'}`}>
      {answers.map(({ label, answer }) => (
        <li key={label} className="whitespace-pre-line wrap-anywhere">
          {label}: <bdi className={`text-ink ${isLarge ? 'text-xl font-semibold' : ''}`}>{answer}</bdi>
        </li>
      ))}
    </ul>
  )
