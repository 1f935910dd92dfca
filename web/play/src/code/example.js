// Typed code runs as you go. You have imp2, imp3, and
// draw (what the demos draw with), print, and each:
// what it is given is called sixty times a second.

const bar = imp2.box({ lower: { x: -2, y: -0.3 }, upper: { x: 2, y: 0.3 } });
const ball = imp2.circle({ x: 0, y: 0 }, 0.8);
const at = imp2.pose({ x: 0, y: 0.9 }, 0);

print('the ball weighs', ball.mass(1).mass.toFixed(2), 'kg');

let angle = 0;
each(dt => {
  angle += dt;
  const turned = imp2.pose({ x: 0, y: 0 }, angle);
  const m = imp2.collide(bar, turned, ball, at);
  const role = m.count > 0 ? 'touching' : 'free';
  draw.polygon([0, 1, 2, 3].map(i => bar.vertex(i)), role, { pose: turned });
  draw.circle({ x: 0, y: 0 }, 0.8, role, { pose: at });
  for (const { point } of m.points) {
    draw.arrow(point, { x: m.normal.x * m.depth, y: m.normal.y * m.depth }, 'answer');
    draw.point(point, 'answer');
  }
});
