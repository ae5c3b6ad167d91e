import type { CalibrationReport } from '../../../src/loop/governance/calibration.ts'
import { counted, percent } from '../words.ts'
import { AsTable } from './as-table.tsx'
import { Across, Below, Frame, MARGIN } from './frame.tsx'
import { linear } from './scale.ts'

const HEIGHT = 220

/** What was predicted against what happened: on the line, predictions are right. */
export function CalibrationPlot({ of: { bins } }: { of: CalibrationReport }) {
  const known = bins.filter(({ count }) => count > 0)
  const most = Math.max(1, ...known.map(({ count }) => count))
  const tell = (value: number) => percent(value, 1)
  const said = ({ count, predicted, observed }: (typeof known)[number]) =>
    `predicted ${tell(predicted)}, ended well ${tell(observed)}, ${counted(count, 'run')}`
  const across = (width: number) => linear([0, 1], [MARGIN.left, width - MARGIN.right])
  const y = linear([0, 1], [HEIGHT - MARGIN.bottom, MARGIN.top])
  return (
    <figure class="with-key calibration">
      <Frame
        name="Predicted against observed success"
        summary={`${known.map(said).join('; ')}.`}
        height={HEIGHT}
        spots={(width) =>
          known.map((bin) => ({ x: across(width)(bin.predicted), y: y(bin.observed), words: said(bin) }))
        }
      >
        {(width) => {
          const x = across(width)
          return (
            <>
              <Across scale={y} width={width} tell={tell} />
              <g class="mark">
                <line x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
              </g>
              {known.map((bin) => (
                <circle
                  key={bin.from}
                  class="bubble"
                  cx={x(bin.predicted)}
                  cy={y(bin.observed)}
                  r={3 + 7 * Math.sqrt(bin.count / most)}
                />
              ))}
              <Below
                height={HEIGHT}
                at={[
                  { x: x(0), text: 'predicted 0%', anchor: 'start' },
                  { x: x(1), text: '100%', anchor: 'end' },
                ]}
              />
            </>
          )
        }}
      </Frame>
      <figcaption class="key">
        <span>
          <i class="swatch back-line" />
          runs by their prediction; a larger circle is more runs
        </span>
        <span>dashed: exactly right</span>
      </figcaption>
      <AsTable
        label="Predicted against observed success"
        heads={['Predicted', 'Ended well', 'Runs']}
        rows={() => known.map(({ count, predicted, observed }) => [tell(predicted), tell(observed), count])}
      />
    </figure>
  )
}
