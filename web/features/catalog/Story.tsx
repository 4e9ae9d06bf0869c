import { Link } from 'react-router'
import { TEXT } from '#contract/texts.ts'
import { Photo } from '../../ui/Photo.tsx'

/** Who makes all this, and what it costs. */
export const Story = () => (
  <section aria-labelledby="about" className="bg-sand">
    <div className="mx-auto grid max-w-page items-center gap-10 px-5 py-16 sm:px-8 lg:grid-cols-2 lg:gap-20 lg:py-28">
      <Photo
        image="/images/maker.jpg"
        alt="The work table: clay, beads, thread, brushes and a half-made zinnia"
        sizes="(min-width: 991px) 48vw, 92vw"
        className="aspect-4/3 rounded-lg"
      />
      <div className="grid max-w-xl gap-6">
        <h2 id="about" className="text-3xl">
          {TEXT.about}
        </h2>
        <p>
          I started with hair bows for my daughters, and the table never got cleared again. Now there is clay at one
          end, a lathe in the garage, and a shelf of things waiting for their second coat.
        </p>
        <p className="border-y border-line py-6 font-serif text-xl">
          Adult pieces and hair bows cost <Price>$5</Price>, kids pieces <Price>$1</Price>. Shipping is a flat{' '}
          <Price>$3.50</Price> for one item and <Price>$5</Price> after that, anywhere in the USA.
        </p>
        <p>
          What takes an evening instead of an hour says so in its price. Something you would like in another color?{' '}
          <Link to="/contact">Ask me</Link>.
        </p>
      </div>
    </div>
  </section>
)

const Price = ({ children }: { children: string }) => <strong className="font-semibold text-accent">{children}</strong>
