;; cosines[r] = dot(query, row r) / sqrt(square x squares[r]) for `count` rows of `dims` signed bytes, 0 where the row is zero; dims is a multiple of 16.
(module
  (memory (import "m" "m") 1)
  (func (export "cosines") (param $rows i32) (param $count i32) (param $dims i32) (param $query i32) (param $square f64) (param $squares i32) (param $cosines i32)
    (local $end i32) (local $q i32) (local $stop i32) (local $sum v128) (local $a v128) (local $b v128) (local $own i32)
    (local.set $end (i32.add (local.get $squares) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $stop (i32.add (local.get $query) (local.get $dims)))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $squares) (local.get $end)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $q (local.get $query))
        (loop $sixteen
          (local.set $a (v128.load (local.get $rows)))
          (local.set $b (v128.load (local.get $q)))
          (local.set $sum
            (i32x4.add (local.get $sum)
              (i32x4.add
                (i32x4.dot_i16x8_s
                  (i16x8.extend_low_i8x16_s (local.get $a)) (i16x8.extend_low_i8x16_s (local.get $b)))
                (i32x4.dot_i16x8_s
                  (i16x8.extend_high_i8x16_s (local.get $a)) (i16x8.extend_high_i8x16_s (local.get $b))))))
          (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
          (local.set $q (i32.add (local.get $q) (i32.const 16)))
          (br_if $sixteen (i32.lt_u (local.get $q) (local.get $stop))))
        (local.set $own (i32.load (local.get $squares)))
        (f64.store (local.get $cosines)
          (if (result f64) (i32.eqz (local.get $own))
            (then (f64.const 0))
            (else
              (f64.div
                (f64.convert_i32_s
                  (i32.add
                    (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
                    (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
                (f64.sqrt (f64.mul (local.get $square) (f64.convert_i32_s (local.get $own))))))))
        (local.set $squares (i32.add (local.get $squares) (i32.const 4)))
        (local.set $cosines (i32.add (local.get $cosines) (i32.const 8)))
        (br $row)))))
