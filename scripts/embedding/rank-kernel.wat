;; The loops of a hook over all patterns. A process that lives for 30 ms would run them before they are compiled.
(module
  (memory (import "m" "m") 1)

  ;; cosines[r] = dot(query, row r) / sqrt(square x squares[r]) for `count` rows of `dims` signed bytes, 0 where the row is zero. The query has two
  ;; bytes a number; dims is a multiple of 32.
  ;; 5 copies: see `build-kernel.ts`.
  (func (export "cosines") (param $rows i32) (param $count i32) (param $dims i32) (param $query i32) (param $square f64) (param $squares i32) (param $cosines i32)
    (local $end i32) (local $q i32) (local $stop i32) (local $sum v128) (local $own i32)
    (local.set $end (i32.add (local.get $squares) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $stop (i32.add (local.get $query) (i32.shl (local.get $dims) (i32.const 1))))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $squares) (local.get $end)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $q (local.get $query))
        (loop $some
          (local.set $sum (i32x4.add (local.get $sum)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $rows)) (v128.load (local.get $q)))))
          (local.set $sum (i32x4.add (local.get $sum)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $rows)) (v128.load offset=16 (local.get $q)))))
          (local.set $sum (i32x4.add (local.get $sum)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $rows)) (v128.load offset=32 (local.get $q)))))
          (local.set $sum (i32x4.add (local.get $sum)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $rows)) (v128.load offset=48 (local.get $q)))))
          (local.set $rows (i32.add (local.get $rows) (i32.const 32)))
          (local.set $q (i32.add (local.get $q) (i32.const 64)))
          (br_if $some (i32.lt_u (local.get $q) (local.get $stop))))
        (local.set $own (i32.load (local.get $squares)))
        (if (i32.ne (local.get $own) (i32.const 0))
          (then
            (f64.store (local.get $cosines)
              (f64.div
                (f64.convert_i32_s
                  (i32.add
                    (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
                    (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
                (f64.sqrt (f64.mul (local.get $square) (f64.convert_i32_s (local.get $own))))))))
        (local.set $squares (i32.add (local.get $squares) (i32.const 4)))
        (local.set $cosines (i32.add (local.get $cosines) (i32.const 8)))
        (br $row))))

  ;; sums[d] += scale x row[d] for `dims` signed bytes.
  (func (export "addRow") (param $row i32) (param $dims i32) (param $scale f64) (param $sums i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $row) (local.get $dims)))
    (loop $next
      (f64.store (local.get $sums)
        (f64.add (f64.load (local.get $sums))
          (f64.mul (local.get $scale) (f64.convert_i32_s (i32.load8_s (local.get $row))))))
      (local.set $sums (i32.add (local.get $sums) (i32.const 8)))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $row) (local.get $end)))))

  ;; Adds what a word is worth to the scores of those that hold it: rarity x times x (saturation + 1) / (times + saturation x stretch), with
  ;; stretch = 1 - share + share x length / mean. An entry is the document x 16 + times.
  (func (export "weigh") (param $entries i32) (param $count i32) (param $lengths i32) (param $scores i32) (param $rarity f64) (param $mean f64) (param $saturation f64) (param $share f64)
    (local $end i32) (local $entry i32) (local $score i32) (local $times f64) (local $stretch f64)
    (local.set $end (i32.add (local.get $entries) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $entries) (local.get $end)))
        (local.set $entry (i32.load (local.get $entries)))
        (local.set $times (f64.convert_i32_u (i32.and (local.get $entry) (i32.const 15))))
        (local.set $entry (i32.shr_u (local.get $entry) (i32.const 4)))
        (local.set $stretch
          (f64.add
            (f64.sub (f64.const 1) (local.get $share))
            (f64.div
              (f64.mul (local.get $share)
                (f64.convert_i32_u
                  (i32.load16_u (i32.add (local.get $lengths) (i32.shl (local.get $entry) (i32.const 1))))))
              (local.get $mean))))
        (local.set $score (i32.add (local.get $scores) (i32.shl (local.get $entry) (i32.const 3))))
        (f64.store (local.get $score)
          (f64.add (f64.load (local.get $score))
            (f64.mul (local.get $rarity)
              (f64.div
                (f64.mul (local.get $times) (f64.add (local.get $saturation) (f64.const 1)))
                (f64.add (local.get $times) (f64.mul (local.get $saturation) (local.get $stretch)))))))
        (local.set $entries (i32.add (local.get $entries) (i32.const 4)))
        (br $next))))

  ;; Adds a share to the scores of those that hold a word and are not marked yet, marks them, and says how many these were. An entry without times is
  ;; none of these.
  (func (export "add") (param $entries i32) (param $count i32) (param $scores i32) (param $share f64) (param $marks i32) (param $mark i32) (result i32)
    (local $end i32) (local $entry i32) (local $at i32) (local $added i32)
    (local.set $end (i32.add (local.get $entries) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $entries) (local.get $end)))
        (local.set $entry (i32.load (local.get $entries)))
        (local.set $entries (i32.add (local.get $entries) (i32.const 4)))
        (br_if $next (i32.eqz (i32.and (local.get $entry) (i32.const 15))))
        (local.set $entry (i32.shr_u (local.get $entry) (i32.const 4)))
        (local.set $at (i32.add (local.get $marks) (i32.shl (local.get $entry) (i32.const 2))))
        (br_if $next (i32.eq (i32.load (local.get $at)) (local.get $mark)))
        (i32.store (local.get $at) (local.get $mark))
        (local.set $at (i32.add (local.get $scores) (i32.shl (local.get $entry) (i32.const 3))))
        (f64.store (local.get $at) (f64.add (f64.load (local.get $at)) (local.get $share)))
        (local.set $added (i32.add (local.get $added) (i32.const 1)))
        (br $next)))
    (local.get $added))

  ;; The numbers of the `keep` greatest of some values above `least`, the greatest first, to `best`; how many there are. Equals are in the order of
  ;; `order`, or as they stand where that is 0. Nearly all rows are passed over, eight at a time, by the loop alone: what V8 takes for worth being made
  ;; fast is how far loops jump back, so what is done with the others stands apart.
  (func (export "best") (param $values i32) (param $count i32) (param $least f64) (param $order i32) (param $keep i32) (param $best i32) (result i32)
    (local $row i32) (local $at i32) (local $found i32) (local $mask i32) (local $floors v128)
    (local.set $floors (f64x2.splat (local.get $least)))
    (block $done
      (br_if $done (i32.eqz (local.get $keep)))
      (loop $next
        (local.set $at (i32.add (local.get $values) (i32.shl (local.get $row) (i32.const 3))))
        (block $look
          (loop $eight
            (br_if $look (i32.gt_u (i32.add (local.get $row) (i32.const 8)) (local.get $count)))
            (local.set $mask
              (i32.or
                (i32.or
                  (i64x2.bitmask (f64x2.gt (v128.load (local.get $at)) (local.get $floors)))
                  (i32.shl (i64x2.bitmask (f64x2.gt (v128.load offset=16 (local.get $at)) (local.get $floors))) (i32.const 2)))
                (i32.or
                  (i32.shl (i64x2.bitmask (f64x2.gt (v128.load offset=32 (local.get $at)) (local.get $floors))) (i32.const 4))
                  (i32.shl (i64x2.bitmask (f64x2.gt (v128.load offset=48 (local.get $at)) (local.get $floors))) (i32.const 6)))))
            (br_if $look (local.get $mask))
            (local.set $row (i32.add (local.get $row) (i32.const 8)))
            (local.set $at (i32.add (local.get $at) (i32.const 64)))
            (br $eight)))
        (br_if $done (i32.ge_u (local.get $row) (local.get $count)))
        ;; Of eight, the first that is above; the last few one by one.
        (if (local.get $mask)
          (then
            (local.set $row (i32.add (local.get $row) (i32.ctz (local.get $mask))))
            (local.set $at (i32.add (local.get $at) (i32.shl (i32.ctz (local.get $mask)) (i32.const 3))))
            (local.set $mask (i32.const 0))))
        (if (f64.gt (f64.load (local.get $at)) (f64x2.extract_lane 0 (local.get $floors)))
          (then
            (local.set $found
              (call $place (local.get $values) (local.get $order) (local.get $keep) (local.get $best) (local.get $row) (local.get $found)))
            (if (i32.eq (local.get $found) (local.get $keep))
              (then (local.set $floors (f64x2.splat (call $floor (local.get $values) (local.get $best) (local.get $keep) (local.get $least))))))))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (local.get $found))

  ;; Puts a row before the first of the best that it comes before, if that is a place; how many there are then.
  (func $place (param $values i32) (param $order i32) (param $keep i32) (param $best i32) (param $row i32) (param $found i32) (result i32)
    (local $low i32) (local $high i32) (local $middle i32)
    (local.set $high (local.get $found))
    (block $placed
      (loop $halve
        (br_if $placed (i32.ge_u (local.get $low) (local.get $high)))
        (local.set $middle (i32.shr_u (i32.add (local.get $low) (local.get $high)) (i32.const 1)))
        (if (call $before (local.get $values) (local.get $order) (local.get $row)
              (i32.load (i32.add (local.get $best) (i32.shl (local.get $middle) (i32.const 2)))))
          (then (local.set $high (local.get $middle)))
          (else (local.set $low (i32.add (local.get $middle) (i32.const 1)))))
        (br $halve)))
    (if (i32.ge_u (local.get $low) (local.get $keep)) (then (return (local.get $found))))
    (if (i32.lt_u (local.get $found) (local.get $keep))
      (then (local.set $found (i32.add (local.get $found) (i32.const 1)))))
    (local.set $middle (i32.add (local.get $best) (i32.shl (local.get $low) (i32.const 2))))
    (memory.copy
      (i32.add (local.get $middle) (i32.const 4))
      (local.get $middle)
      (i32.shl (i32.sub (i32.sub (local.get $found) (local.get $low)) (i32.const 1)) (i32.const 2)))
    (i32.store (local.get $middle) (local.get $row))
    (local.get $found))

  ;; What a value must be above to get a place where all are taken: the number next below the last one kept, for an equal one may come before that.
  (func $floor (param $values i32) (param $best i32) (param $keep i32) (param $least f64) (result f64)
    (local $last f64)
    (local.set $last
      (f64.load
        (i32.add (local.get $values)
          (i32.shl
            (i32.load (i32.add (local.get $best) (i32.shl (i32.sub (local.get $keep) (i32.const 1)) (i32.const 2))))
            (i32.const 3)))))
    (if (result f64) (f64.gt (local.get $last) (f64.const 0))
      (then (f64.reinterpret_i64 (i64.sub (i64.reinterpret_f64 (local.get $last)) (i64.const 1))))
      (else (local.get $least))))

  (func $before (param $values i32) (param $order i32) (param $a i32) (param $b i32) (result i32)
    (local $one f64) (local $other f64)
    (local.set $one (f64.load (i32.add (local.get $values) (i32.shl (local.get $a) (i32.const 3)))))
    (local.set $other (f64.load (i32.add (local.get $values) (i32.shl (local.get $b) (i32.const 3)))))
    (if (result i32) (f64.ne (local.get $one) (local.get $other))
      (then (f64.gt (local.get $one) (local.get $other)))
      (else
        (if (result i32) (i32.eqz (local.get $order))
          (then (i32.lt_u (local.get $a) (local.get $b)))
          (else
            (i32.lt_u
              (i32.load (i32.add (local.get $order) (i32.shl (local.get $a) (i32.const 2))))
              (i32.load (i32.add (local.get $order) (i32.shl (local.get $b) (i32.const 2))))))))))
)
